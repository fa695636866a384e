public import Domain
import SpotterAPI

/// What the user does. Cursors and drafts are kept until the server has them; what others see of a message or a chat is
/// asked of the server at once, and shows up when its event comes back.
extension SpotterSession {
    // MARK: Latest wins, also offline

    /// Everything up to `seq` was seen; without it, everything that's here.
    public func markRead(_ chat: ChatID, upTo seq: Int64? = nil) throws {
        let isNew = try cache.write { transaction in
            guard let record = try transaction.record(of: chat) else { return false }
            let seq = min(seq ?? record.position, record.position)
            guard seq > record.chat.readSeq else { return false }
            try transaction.noteRead(chat, upTo: seq)
            return true
        }
        if isNew { start(.reads) }
    }

    /// What's being written, for the user's other devices and the next start. Empty: nothing any more.
    public func setDraft(_ text: String, replyTo: MessageID? = nil, in chat: ChatID) throws {
        guard try draft(in: chat).map({ ($0.text, $0.replyTo) }) ?? ("", nil) != (text, replyTo) else { return }
        let pending = PendingDraft(text: text, replyTo: replyTo, updatedAt: wallClock.now())
        try cache.write { try $0.noteDraft(pending, in: chat) }
        tell(.chats([chat]))
        start(.drafts)
    }

    func sendReads() async throws {
        for (chat, seq) in try cache.read({ try $0.pendingReads() }) {
            var reached: Int64?
            do {
                reached = try await api.markRead(chat, upTo: seq).readSeq
            } catch let error as ClientError where !error.isTransient && !error.meansSessionEnd {
                // The chat is gone: there's nothing to be read.
            }
            let outcome = try cache.write { transaction in
                try transaction.settleRead(chat, upTo: seq)
                guard let reached, var record = try transaction.record(of: chat) else {
                    return Replica<CacheTransaction>.Outcome()
                }
                try replica(transaction).read(&record, upTo: reached)
                try transaction.save(record)
                return .init(changed: [chat], stale: record.isStale ? [chat] : [])
            }
            note(outcome)
        }
    }

    func sendDrafts() async throws {
        for (chat, pending) in try cache.read({ try $0.pendingDrafts() }) {
            do {
                try await api.setDraft(pending.text, replyTo: pending.replyTo, in: chat)
            } catch let error as ClientError where !error.isTransient && !error.meansSessionEnd {
                // A chat that's gone needs no draft.
            }
            try cache.write { try $0.settleDraft(pending, in: chat) }
            // With the time that the server gave it.
            start(.chat(chat))
        }
    }

    // MARK: While there's a connection

    /// Says that the user is writing, or stopped; nobody hears of it later.
    public func setTyping(_ isTyping: Bool, in chat: ChatID) async {
        await live?.transmit(.typing(chat, isTyping: isTyping))
    }

    /// - Parameter view: the chat before the user's eyes, if one is.
    public func setPresence(_ status: PresenceStatus, viewing view: ChatID? = nil) async {
        await live?.transmit(.presence(status, viewing: view))
    }

    public func edit(_ message: MessageID, in chat: ChatID, text: String) async throws {
        _ = try await api.edit(message, in: chat, text: Validation.messageText(text))
    }

    public func delete(_ message: MessageID, in chat: ChatID) async throws {
        try await api.delete(message, in: chat)
    }

    /// Gives a reaction, or takes it back if the user has given it already.
    public func react(_ emoji: String, to message: MessageID, in chat: ChatID) async throws {
        try await api.toggleReaction(emoji, to: message, in: chat)
    }

    public func pin(_ isPinned: Bool, _ message: MessageID, in chat: ChatID) async throws {
        try await api.pin(isPinned, message, in: chat)
    }

    /// - Parameter until: `nil` ends the silence.
    public func mute(_ chat: ChatID, until: Timestamp?) async throws {
        try await api.mute(chat, until: until)
        start(.chat(chat))
    }

    /// Leaves for good; the local copy of the chat goes with it.
    public func leave(_ chat: ChatID) async throws {
        try await api.leave(chat)
        note(try cache.write { try replica($0).leave(chat) })
    }

    /// Finds or makes the chat with somebody and takes it up.
    public func directChat(with user: UserID) async throws -> Chat {
        let chat = try await api.directChat(with: user)
        if try self.chat(chat.id) == nil { start(.list) }
        return chat
    }

    // MARK: The end

    /// Ends the session on the server and removes everything of it from this device, unsent messages included.
    public func logout() async throws {
        try await api.logout()
        await live?.end()
        try cache.wipe(keepingOutbox: false)
        tell(.chats([]))
        set(.ended(.loggedOut("You logged out.")))
        // Not closed: somebody may be about to read, and reading a closed database is a crash. What was open ends with
        // the last who holds it.
        try ClientCache.discard(cache.path)
    }
}

extension ClientError {
    var meansSessionEnd: Bool { if case .loggedOut = self { true } else { false } }
}
