public import Domain

/// What comes next on a screen that shows a chat: messages that follow each other without a gap.
public struct NewMessages: Sendable, Equatable {
    public let timeline: Timeline
    /// The first message of somebody else that the user hadn't read. It stands below the unread line.
    public let firstUnread: Int64?
    /// The new messages are those after this position.
    public let after: Int64
    /// The position up to which nothing is missing. `loadNew` continues after it.
    public let through: Int64

    /// Why there is more than `timeline` holds.
    public enum Rest: Sendable, Equatable {
        /// The limit is reached.
        case more
        /// What comes next is on the server only, which can't be reached.
        case unreachable
    }
    public let rest: Rest?

    public init(
        timeline: Timeline,
        firstUnread: Int64? = nil,
        after: Int64,
        through: Int64,
        rest: Rest? = nil
    ) {
        self.timeline = timeline
        self.firstUnread = firstUnread
        self.after = after
        self.through = through
        self.rest = rest
    }
}

extension SyncEngine {
    /// The messages to show next. First fetches what is missing before them, so that nothing is shown out of order.
    ///
    /// - Parameters:
    ///   - position: continues after it. `nil` opens the chat: with the unread messages, and `context` messages before.
    ///   - limit: the maximum number of new messages.
    /// - Throws: `ClientError`, except if the server can't be reached; an error if the cache can't be read.
    public func loadNew(
        in chat: ChatID,
        after position: Int64? = nil,
        context: Int = 30,
        limit: Int = 500
    ) async throws -> NewMessages {
        let start = try position ?? cache.read { try $0.readPosition(in: chat) }
        var isReachable = true
        do {
            try await fetchMissing(in: chat, after: start, limit: limit)
            if position == nil { try await fetchContext(in: chat, through: start, limit: context) }
        } catch let error as ClientError where error.isTransient {
            isReachable = false
        }
        return try newMessages(in: chat, after: position, context: context, limit: limit, isReachable: isReachable)
    }

    /// Fetches forward from the first unknown position after `start`, so that a long absence is read in its order.
    func fetchMissing(in chat: ChatID, after start: Int64, limit: Int) async throws {
        while !Task.isCancelled {
            let next = try cache.read { transaction -> (end: Int64, asked: Int64)? in
                guard let record = try transaction.record(of: chat) else { return nil }
                let end = record.contiguousEnd(after: start)
                guard end < record.position else { return nil }
                let count = end > start ? try transaction.messages(in: chat, (start &+ 1)...end, limit: limit).count : 0
                return count < limit ? (end, record.position) : nil
            }
            guard let next, try await loadNewer(in: chat, after: next.end, asked: next.asked) else { return }
        }
    }

    private func fetchContext(in chat: ChatID, through start: Int64, limit: Int) async throws {
        let gap = try cache.read { transaction -> Int64? in
            guard start > 0, limit > 0, let record = try transaction.record(of: chat) else { return nil }
            let first = record.known.start(of: start)
            let count = first <= start ? try transaction.messages(in: chat, first...start, limit: limit).count : 0
            return count < limit && first > 1 ? first : nil
        }
        if let gap { try await loadOlder(in: chat, before: gap, limit: max(limit, 50)) }
    }

    private func newMessages(
        in chat: ChatID,
        after position: Int64?,
        context: Int,
        limit: Int,
        isReachable: Bool
    ) throws -> NewMessages {
        try cache.read { transaction in
            guard let record = try transaction.record(of: chat) else {
                return NewMessages(timeline: Timeline(rows: []), after: position ?? 0, through: position ?? 0)
            }
            let start = try position ?? transaction.readPosition(in: chat)
            let (limit, end) = (max(limit, 1), record.contiguousEnd(after: start))
            let new = try transaction.messages(in: chat, after: start, through: end, limit: limit)
            let isCut = new.count == limit && (new.last?.seq ?? end) < end
            let through = isCut ? new.last?.seq ?? end : max(end, start)
            let count = new.count + (position == nil ? max(context, 0) : 0)
            let first = position == nil ? record.known.start(of: start) : start &+ 1
            let shown =
                first <= through && count > 0 ? try transaction.messages(in: chat, first...through, limit: count) : []
            let rest: NewMessages.Rest? =
                if isCut { .more } else if end < record.position { isReachable ? .more : .unreachable } else { nil }
            return NewMessages(
                timeline: Timeline(record, messages: shown, before: through &+ 1, limit: count, outbox: [])
                    .withoutLeadingGap,
                firstUnread: new.first { $0.senderId != me && $0.deletedAt == nil }?.seq,
                after: start,
                through: through,
                rest: rest
            )
        }
    }

    // MARK: Read cursors

    /// Tells that everything in a part of a chat's history is on the screen. The read cursor moves as far as nothing
    /// before it is left to show, here or on another of the user's devices; never past a message that wasn't shown.
    ///
    /// - Parameters:
    ///   - start: the part's exclusive start: `NewMessages.after`.
    ///   - end: its inclusive end: `NewMessages.through`.
    /// - Throws: an error if the cache can't be written.
    public func markShown(after start: Int64, through end: Int64, in chat: ChatID) throws {
        guard start < end else { return }
        var shown = shown[chat] ?? SequenceRanges()
        shown.insert((start &+ 1)...end)
        self.shown[chat] = shown
        let isNew = try cache.write { transaction in
            guard let record = try transaction.record(of: chat) else { return false }
            let read = try transaction.readPosition(in: chat)
            guard let reached = shown.span(with: read &+ 1)?.upperBound else { return false }
            try transaction.enqueueRead(chat, upTo: min(reached, max(record.position, end)))
            return true
        }
        if isNew { self.start(.reads) }
    }
}

extension Timeline {
    /// `hasEarlier` says the same as a gap at the start.
    fileprivate var withoutLeadingGap: Timeline {
        guard case .gap = rows.first else { return self }
        return Timeline(rows: Array(rows.dropFirst()), hasEarlier: hasEarlier, formerNames: formerNames)
    }
}

extension CachedChat {
    /// The end of the known part that follows `seq` directly; `seq` itself if that part isn't known.
    func contiguousEnd(after seq: Int64) -> Int64 {
        guard seq < position else { return seq }
        return min(known.span(with: seq &+ 1)?.upperBound ?? seq, position)
    }
}
