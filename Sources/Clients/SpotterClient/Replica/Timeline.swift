public import Domain

/// A part of a chat's history for display: known messages, gaps, and messages to be sent.
///
///     for row in try await engine.messages(in: chat).rows {
///         if case .message(let message) = row { print(message.text) }
///     }
public struct Timeline: Sendable, Equatable {
    public enum Row: Sendable, Equatable {
        /// Messages before this position are missing. `loadOlder(before:)` with this `seq` fetches some.
        case gap(before: Int64)
        case message(Message)
        /// Written on this device, not part of the history yet.
        case pending(OutboxEntry)
    }

    /// Oldest first.
    public let rows: [Row]
    /// Whether there are earlier messages, locally or on the server.
    public let hasEarlier: Bool
    /// The names of people who wrote here and aren't members any more.
    public let formerNames: [UserID: String]
    /// Messages that this device has changed and the server hasn't yet. They are shown as they will be.
    public let changing: Set<MessageID>

    public init(
        rows: [Row],
        hasEarlier: Bool = false,
        formerNames: [UserID: String] = [:],
        changing: Set<MessageID> = []
    ) {
        self.rows = rows
        self.hasEarlier = hasEarlier
        self.formerNames = formerNames
        self.changing = changing
    }

    /// - Parameters:
    ///   - messages: the latest known ones before `end`, oldest first, at most `limit`.
    ///   - end: the position before which `messages` end.
    init(
        _ record: CachedChat,
        messages: [Message],
        before end: Int64,
        limit: Int,
        outbox: [OutboxEntry],
        changing: Set<MessageID> = []
    ) {
        var rows: [Row] = []
        var edge = end  // everything from here on has been processed
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
        formerNames = record.formerNames
        self.changing = changing
    }

    public var messages: [Message] {
        rows.compactMap { if case .message(let message) = $0 { message } else { nil } }
    }

    public var pending: [OutboxEntry] {
        rows.compactMap { if case .pending(let entry) = $0 { entry } else { nil } }
    }
}
