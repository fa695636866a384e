public import Domain
import SpotterAPI

/// Actions of the user. Cursors and drafts are stored until the server has them. Other changes are sent to the server
/// at once and appear when their event arrives.
extension SyncEngine {
    // MARK: Also offline; the latest wins

    /// Sets the draft of a chat, for the user's other devices and the next start. An empty text deletes it.
    /// - Throws: an error if the cache can't be written.
    public func setDraft(_ text: String, replyTo: MessageID? = nil, in chat: ChatID) throws {
        try keepDraft(text, replyTo: replyTo, in: chat)
        guard try cache.read({ try $0.pendingDraft(in: chat) }) != nil else { return }
        publish(.chats([chat]))
        start(.drafts)
    }

    /// Keeps a draft while it is being typed, on this device. The server gets it with the next `setDraft`, or with the next
    /// connection.
    /// - Throws: an error if the cache can't be written.
    public func keepDraft(_ text: String, replyTo: MessageID? = nil, in chat: ChatID) throws {
        guard try draft(in: chat).map({ ($0.text, $0.replyTo) }) ?? ("", nil) != (text, replyTo) else { return }
        let pending = PendingDraft(text: text, replyTo: replyTo, updatedAt: wallClock.now())
        try cache.write { try $0.enqueueDraft(pending, in: chat) }
    }

    func sendReads() async throws {
        for (chat, seq) in try cache.read({ try $0.pendingReads() }) {
            var reached: Int64?
            do {
                reached = try await api.markRead(chat, upTo: seq).readSeq
            } catch let error as ClientError where !error.isTransient && !error.meansSessionEnd {
                // The chat is gone, so there is nothing left to read.
            }
            let outcome = try cache.write { transaction in
                try transaction.removePendingRead(chat, upTo: seq)
                guard let reached, var record = try transaction.record(of: chat) else {
                    return Replica<CacheTransaction>.Outcome()
                }
                try replica(transaction).markRead(&record, upTo: reached)
                try transaction.save(record)
                return .init(changed: [chat], stale: record.isStale ? [chat] : [])
            }
            handle(outcome)
        }
    }

    func sendDrafts() async throws {
        for (chat, pending) in try cache.read({ try $0.pendingDrafts() }) {
            var isStored = true
            do {
                try await api.setDraft(pending.text, replyTo: pending.replyTo, in: chat)
            } catch let error as ClientError where !error.isTransient && !error.meansSessionEnd {
                // The chat is gone, and its draft with it.
                isStored = false
            }
            try cache.write { transaction in
                // A crash before the next step leaves it in the cache.
                if isStored, var record = try transaction.record(of: chat) {
                    record.chat.draft = pending.draft
                    try transaction.save(record)
                }
                try transaction.removePendingDraft(pending, in: chat)
            }
            // Fetches the draft with the server's timestamp.
            start(.chat(chat))
        }
    }

    // MARK: Only while connected

    /// Sends that the user is typing or has stopped. Isn't repeated later.
    public func setTyping(_ isTyping: Bool, in chat: ChatID) async {
        await live?.transmit(.typing(chat, isTyping: isTyping))
    }

    /// - Parameter view: the chat on the screen, if any.
    public func setPresence(_ status: PresenceStatus, viewing view: ChatID? = nil) async {
        await live?.transmit(.presence(status, viewing: view))
    }

    /// Changes a message's text.
    ///
    /// - Throws: `ClientError`; `invalid_request` if the text is empty or too long.
    public func edit(_ message: MessageID, in chat: ChatID, text: String) async throws {
        _ = try await api.edit(message, in: chat, text: Validation.messageText(text))
    }

    /// Deletes a message.
    ///
    /// - Throws: `ClientError`.
    public func delete(_ message: MessageID, in chat: ChatID) async throws {
        try await api.delete(message, in: chat)
    }

    /// Adds a reaction, or removes it if the user has already given it.
    ///
    /// - Throws: `ClientError`.
    public func react(_ emoji: String, to message: MessageID, in chat: ChatID) async throws {
        try await api.toggleReaction(emoji, to: message, in: chat)
    }

    /// Pins a message, or removes its pin.
    ///
    /// - Throws: `ClientError`.
    public func pin(_ isPinned: Bool, _ message: MessageID, in chat: ChatID) async throws {
        try await api.pin(isPinned, message, in: chat)
    }

    /// Mutes a chat.
    /// - Parameter until: `nil` unmutes it.
    /// - Throws: `ClientError`.
    public func mute(_ chat: ChatID, until: Timestamp?) async throws {
        try await api.mute(chat, until: until)
        start(.chat(chat))
    }

    /// Leaves a chat, which also deletes its local copy.
    ///
    /// - Throws: `ClientError`.
    public func leave(_ chat: ChatID) async throws {
        try await api.leave(chat)
        handle(try cache.write { try replica($0).removeChat(chat) })
    }

    /// Returns the direct chat with a user, and creates it if necessary.
    ///
    /// - Throws: `ClientError`.
    public func directChat(with user: UserID) async throws -> Chat {
        let chat = try await api.directChat(with: user)
        if try self.chat(chat.id) == nil { start(.chatList) }
        return chat
    }

    // MARK: Logout

    /// Ends the session on the server and deletes its data from this device, including unsent messages.
    ///
    /// - Throws: `ClientError` if the server can't be reached.
    public func logout() async throws {
        try await api.logout()
        await live?.end()
        try cache.wipe(keepingOutbox: false)
        publish(.chats([]))
        setState(.ended(.loggedOut("You logged out.")))
        // The database isn't closed, because another task may be about to read it, and reading a closed database
        // crashes. It closes when its last user releases it.
        try ClientCache.discard(cache.path)
    }
}

extension ClientError {
    var meansSessionEnd: Bool { if case .loggedOut = self { true } else { false } }
}
