public import Domain

/// Reads from the cache, without requests.
extension SyncEngine {
    /// All chats, latest activity first, like the server's list.
    ///
    /// - Throws: an error if the cache can't be read.
    public func chats() throws -> [Chat] {
        try cache.read { try $0.records() }.map(\.chat.withCurrentStatus).sorted(by: Chat.isListedBefore)
    }

    /// A chat; `nil` if the user isn't a member, or isn't any more.
    /// - Throws: an error if the cache can't be read.
    public func chat(_ id: ChatID) throws -> Chat? {
        try cache.read { try $0.record(of: id) }?.chat.withCurrentStatus
    }

    /// A part of a chat's cached history, with marks at gaps. The latest part ends with the messages to be sent.
    /// - Parameters:
    ///   - seq: the exclusive end of the part; by default the end of the history.
    ///   - limit: the maximum number of messages.
    /// - Throws: an error if the cache can't be read.
    public func messages(in chat: ChatID, before seq: Int64? = nil, limit: Int = 50) throws -> Timeline {
        try cache.read { transaction in
            let outbox = seq == nil ? try transaction.outbox(of: chat) : []
            guard let record = try transaction.record(of: chat) else {
                return Timeline(rows: outbox.map(Timeline.Row.pending))
            }
            let limit = max(limit, 1)
            let end = min(seq ?? .max, record.position &+ 1)
            let messages = end > 1 ? try transaction.messages(in: chat, 1...(end &- 1), limit: limit) : []
            return Timeline(
                record,
                messages: try transaction.changed(messages, in: chat),
                before: end,
                limit: limit,
                outbox: outbox,
                changing: Set(try transaction.changes([.queued], in: chat).map(\.messageId))
            )
        }
    }

    /// A message by its number in the chat, if it is cached.
    /// - Throws: an error if the cache can't be read.
    public func message(at seq: Int64, in chat: ChatID) throws -> Message? {
        let timeline = try messages(in: chat, before: seq &+ 1, limit: 1)
        return timeline.messages.last { $0.seq == seq }
    }

    /// A message by its id, if it is cached.
    /// - Throws: an error if the cache can't be read.
    public func message(_ id: MessageID, in chat: ChatID) throws -> Message? {
        try cache.read { transaction in
            let message = try transaction.message(id, in: chat)
            return try transaction.changed(message.map { [$0] } ?? [], in: chat).first
        }
    }

    /// The cached messages that answer each other, around one of them, oldest first: what it answers, what that answers, and
    /// all answers to these.
    /// - Throws: an error if the cache can't be read.
    public func thread(of message: MessageID, in chat: ChatID, limit: Int = 200) throws -> [Message] {
        try cache.read { transaction in
            guard var root = try transaction.message(message, in: chat) else { return [] }
            var found = [root.id: root]
            while found.count < limit, let id = root.replyTo, found[id] == nil,
                let parent = try transaction.message(id, in: chat)
            {
                found[parent.id] = parent
                root = parent
            }
            var next = found.keys.sorted()
            while let id = next.popLast(), found.count < limit {
                for reply in try transaction.replies(to: id, in: chat) where found[reply.id] == nil {
                    found[reply.id] = reply
                    next.append(reply.id)
                }
            }
            let messages = try transaction.changed(found.values.sorted { $0.seq < $1.seq }, in: chat)
            guard let record = try transaction.record(of: chat) else { return messages }
            return messages.map { record.chat.withStatus($0) }
        }
    }

    /// The position up to which a chat's events have been applied; 0 for a chat that isn't cached.
    /// - Throws: an error if the cache can't be read.
    public func position(of chat: ChatID) throws -> Int64 { try cache.read { try $0.record(of: chat)?.position ?? 0 } }

    /// The draft of a chat: the local one if it is newer than the server's.
    /// - Throws: an error if the cache can't be read.
    public func draft(in chat: ChatID) throws -> ChatDraft? {
        try cache.read { transaction in
            if let pending = try transaction.pendingDraft(in: chat) { return pending.draft }
            return try transaction.record(of: chat)?.chat.draft
        }
    }

    /// All messages to be sent, in the order in which they were written, including failed ones.
    /// - Throws: an error if the cache can't be read.
    public func outbox() throws -> [OutboxEntry] { try cache.read { try $0.outbox() } }

    /// The position up to which each chat's events have been applied.
    /// - Throws: an error if the cache can't be read.
    public func positions() throws -> [ChatID: Int64] { try cache.read { try $0.positions() } }
}
