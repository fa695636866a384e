public import Domain

/// The end of a chat's history as it can be shown now: what's known, where something is missing, what's on its way.
public struct Timeline: Sendable, Equatable {
    public enum Row: Sendable, Equatable {
        /// Messages before this place aren't here: `loadOlder(before:)` with this `seq` gets some.
        case gap(before: Int64)
        case message(Message)
        /// Written here, not in the history yet.
        case pending(OutboxEntry)
    }

    /// Oldest first.
    public let rows: [Row]
    /// Whether there's something before the first row, here or on the server.
    public let hasEarlier: Bool

    public init(rows: [Row], hasEarlier: Bool = false) {
        self.rows = rows
        self.hasEarlier = hasEarlier
    }

    /// - Parameters:
    ///   - messages: the latest ones of the known history, oldest first, at most `limit`.
    ///   - end: the place that `messages` end before.
    init(_ record: ChatRecord, messages: [Message], before end: Int64, limit: Int, outbox: [OutboxEntry]) {
        var rows: [Row] = []
        var edge = end  // everything from here on has been looked at
        for message in messages.reversed() {
            if !record.known.cover(after: message.seq, through: edge &- 1) {
                rows.append(.gap(before: record.known.start(of: edge &- 1)))
            }
            rows.append(.message(record.chat.withStatus(message)))
            edge = message.seq
        }
        let isWhole = edge <= 1 || (messages.count < limit && record.known.cover(after: 0, through: edge &- 1))
        if !isWhole, messages.count < limit || !record.known.contains(edge &- 1) {
            rows.append(.gap(before: record.known.start(of: edge &- 1)))
        }
        self.rows = rows.reversed() + outbox.map(Row.pending)
        hasEarlier = !isWhole
    }

    public var messages: [Message] {
        rows.compactMap { if case .message(let message) = $0 { message } else { nil } }
    }

    public var pending: [OutboxEntry] {
        rows.compactMap { if case .pending(let entry) = $0 { entry } else { nil } }
    }
}
