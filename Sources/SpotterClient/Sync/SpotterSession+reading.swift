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

    /// The latest part of a chat's history as it's known here, with marks where some is missing, and behind it what waits
    /// to be sent.
    /// - Parameter limit: of messages.
    public func messages(in chat: ChatID, limit: Int = 50) throws -> Timeline {
        try cache.read { transaction in
            let outbox = try transaction.outbox(of: chat)
            guard let record = try transaction.record(of: chat) else { return Timeline(outbox: outbox) }
            let limit = max(limit, 1)
            let end = max(record.position, 1)
            let messages = try transaction.messages(in: chat, 1...end, limit: limit)
            return Timeline(record, messages: messages, limit: limit, outbox: outbox)
        }
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

extension Timeline {
    /// Of a chat of which nothing is known.
    init(outbox: [OutboxEntry]) {
        rows = outbox.map(Row.pending)
        hasEarlier = false
    }
}
