public import Domain

/// What's known, from the cache: no request, no waiting for a network.
extension SpotterSession {
    /// Latest activity first, as the server lists them.
    public func chats() throws -> [Chat] {
        try cache.read { try $0.records() }.map(\.chat.shown).sorted(by: Chat.isListedBefore)
    }

    /// `nil` when it isn't, or isn't any longer, one of the user's.
    public func chat(_ id: ChatID) throws -> Chat? {
        try cache.read { try $0.record(of: id) }?.chat.shown
    }

    /// A part of a chat's history as it's known here, with marks where some is missing; the latest one ends with what
    /// waits to be sent.
    /// - Parameters:
    ///   - seq: where the part ends, not included; by default at the end.
    ///   - limit: of messages.
    public func messages(in chat: ChatID, before seq: Int64? = nil, limit: Int = 50) throws -> Timeline {
        try cache.read { transaction in
            let outbox = seq == nil ? try transaction.outbox(of: chat) : []
            guard let record = try transaction.record(of: chat) else {
                return Timeline(rows: outbox.map(Timeline.Row.pending))
            }
            let limit = max(limit, 1)
            let end = min(seq ?? .max, record.position &+ 1)
            let messages = end > 1 ? try transaction.messages(in: chat, 1...(end &- 1), limit: limit) : []
            return Timeline(record, messages: messages, before: end, limit: limit, outbox: outbox)
        }
    }

    /// A message by its place in the chat, if it's known here.
    public func message(at seq: Int64, in chat: ChatID) throws -> Message? {
        let timeline = try messages(in: chat, before: seq &+ 1, limit: 1)
        return timeline.messages.last { $0.seq == seq }
    }

    /// What's being written in a chat: here if it was changed here last, else as the server has it.
    public func draft(in chat: ChatID) throws -> ChatDraft? {
        try cache.read { transaction in
            if let pending = try transaction.pendingDraft(in: chat) {
                guard !pending.text.isEmpty else { return nil }
                return ChatDraft(text: pending.text, replyTo: pending.replyTo, updatedAt: pending.updatedAt)
            }
            return try transaction.record(of: chat)?.chat.draft
        }
    }

    /// Everything that waits to be sent, in the order in which it was written; failed ones included.
    public func outbox() throws -> [OutboxEntry] { try cache.read { try $0.outbox() } }

    /// The position up to which each chat's history has been followed.
    public func positions() throws -> [ChatID: Int64] { try cache.read { try $0.positions() } }
}
