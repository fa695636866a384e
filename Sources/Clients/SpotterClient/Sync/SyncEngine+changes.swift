public import Domain
import SpotterAPI

/// Changes of messages, also offline. This device shows them at once; the server gets them in their order as soon as there
/// is a connection, also after a restart.
extension SyncEngine {
    /// Changes a message. A later change of the same kind replaces one that still waits.
    /// - Throws: `invalid_request` if a new text is empty or too long, or a reaction isn't an emoji; an error if the cache
    ///   can't be written.
    public func change(_ message: MessageID, in chat: ChatID, _ change: MessageChange) throws {
        let queued = QueuedChange(
            chatId: chat,
            messageId: message,
            change: try Self.validated(change),
            madeAt: wallClock.now()
        )
        try cache.write { try $0.enqueue(queued) }
        publish(.chats([chat]))
        start(.changes)
    }

    private static func validated(_ change: MessageChange) throws -> MessageChange {
        switch change {
        case .edit(let text): .edit(try Validation.messageText(text))
        case .reaction(let emoji, let isGiven): .reaction(try Validation.emoji(emoji), isGiven: isGiven)
        case .delete, .pin: change
        }
    }

    /// Gives a reaction to a message, or takes it back if the user has given it, as this device shows it.
    /// - Throws: `invalid_request` if it isn't an emoji; an error if the cache can't be written.
    public func toggle(_ emoji: String, of message: MessageID, in chat: ChatID) throws {
        let emoji = try Validation.emoji(emoji)
        let isGiven = try self.message(message, in: chat)?.hasReaction(emoji, of: me) ?? false
        try change(message, in: chat, .reaction(emoji, isGiven: !isGiven))
    }

    /// All changes that wait for the server, in their order.
    /// - Throws: an error if the cache can't be read.
    public func queuedChanges() throws -> [QueuedChange] { try cache.read { try $0.changes([.queued]) } }

    // MARK: New texts that are being written

    /// Keeps the new text of a message while it is being written, on this device only. `nil` forgets it.
    /// - Throws: an error if the cache can't be written.
    public func setEditDraft(_ text: String?, of message: MessageID, in chat: ChatID) throws {
        try cache.write { transaction in
            guard let text else { return try transaction.removeTyped(message, in: chat) }
            let draft = QueuedChange(chatId: chat, messageId: message, change: .edit(text), madeAt: wallClock.now())
            try transaction.enqueue(draft, state: .typing)
        }
    }

    /// The message of a chat whose new text was being written, and that text.
    /// - Throws: an error if the cache can't be read.
    public func editDraft(in chat: ChatID) throws -> (message: Message, text: String)? {
        try cache.read { transaction in
            guard let draft = try transaction.changes([.typing], in: chat).last, case .edit(let text) = draft.change,
                let message = try transaction.message(draft.messageId, in: chat), message.deletedAt == nil
            else { return nil }
            return (message, text)
        }
    }

    // MARK: Sending

    func sendChanges() async throws {
        // Their events came with this connection, or as a newly fetched chat.
        try cache.write { try $0.removeSentChanges() }
        while let queued = try queuedChanges().first {
            do {
                let isNew = try await carryOut(queued)
                try cache.write { transaction in
                    let known = try transaction.message(queued.messageId, in: queued.chatId)
                    // The event may have been faster than the answer.
                    let isThere = known.map { queued.change.applied(to: $0, by: me, at: queued.madeAt) == $0 } ?? true
                    try transaction.finish(queued, awaitsEvent: isNew && !isThere)
                }
            } catch let error as ClientError where !error.isTransient && !error.meansSessionEnd {
                try cache.write { try $0.finish(queued, awaitsEvent: false) }
                // Somebody else's deletion makes the user's own needless.
                if queued.change != .delete || error.code != .notFound { publish(.refused(queued, error)) }
            }
            publish(.chats([queued.chatId]))
        }
    }

    /// Can be repeated: what is so already isn't done again, so that an answer that was lost does no harm.
    /// - Returns: whether it changed the message, so that an event of it comes.
    private func carryOut(_ queued: QueuedChange) async throws -> Bool {
        let (message, chat) = (queued.messageId, queued.chatId)
        switch queued.change {
        case .edit(let text):
            guard try await api.message(message, in: chat).text != text else { return false }
            _ = try await api.edit(message, in: chat, text: text)
        case .delete: try await api.delete(message, in: chat)
        case .reaction(let emoji, let isGiven):
            guard try await api.message(message, in: chat).hasReaction(emoji, of: me) != isGiven else { return false }
            try await api.toggleReaction(emoji, to: message, in: chat)
        case .pin(let isPinned):
            try await api.pin(isPinned, message, in: chat)
            return false
        }
        return true
    }
}

extension CacheTransaction {
    /// The messages as they are after the changes that this device has made.
    func changed(_ messages: [Message], in chat: ChatID) throws -> [Message] {
        let changes = try self.changes([.queued, .sent], in: chat)
        guard !changes.isEmpty else { return messages }
        return messages.map { message in
            changes.filter { $0.messageId == message.id }
                .reduce(message) { $1.change.applied(to: $0, by: me, at: $1.madeAt) }
        }
    }

    /// An event of a message shows what became of the changes that were sent before it.
    func settle(_ event: ServerEvent) throws {
        guard case .chat(let event) = event, event.type != .messageCreated, let message = event.message else { return }
        try removeSentChanges(of: message.id, in: event.chatId)
    }
}
