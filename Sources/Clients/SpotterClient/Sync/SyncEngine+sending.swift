public import Domain

/// The outbox. A message is in it before `send` returns, and leaves it once it is part of the history.
extension SyncEngine {
    /// Writes a message. It is sent once there is a connection, after earlier messages of the same chat, and stored
    /// once regardless of how many attempts that takes.
    /// - Parameters:
    ///   - id: the message's id; a second message with the same id isn't sent.
    ///   - wasDraft: whether the chat's draft was this message. It goes as the message is written, so that no kill leaves both.
    /// - Throws: `invalid_request` if the text is empty or too long; an error if the cache can't be written.
    @discardableResult
    public func send(
        _ text: String,
        to chat: ChatID,
        replyTo: MessageID? = nil,
        attachments: [FileAttachment] = [],
        id: String? = nil,
        wasDraft: Bool = false
    ) throws -> OutboxEntry {
        let entry = OutboxEntry(
            id: id ?? ids.next(MessageID.self).description,
            chatId: chat,
            text: text.isEmpty && !attachments.isEmpty ? "" : try Validation.messageText(text),
            replyTo: replyTo,
            attachments: attachments,
            writtenAt: wallClock.now()
        )
        let noDraft = PendingDraft(text: "", replyTo: nil, updatedAt: wallClock.now())
        let hasDraft = try wasDraft && draft(in: chat) != nil
        try cache.write { transaction in
            try transaction.add(entry)
            if hasDraft { try transaction.enqueueDraft(noDraft, in: chat) }
        }
        publish(.chats([chat]))
        start(.uploads)
        start(.outbox)
        return entry
    }

    /// Sends a failed message again, at its old position in the outbox and under the same id.
    ///
    /// - Throws: an error if the cache can't be written.
    public func retry(_ id: String, in chat: ChatID) throws {
        try updateEntry(id, in: chat) { if $0.isFailed { $0.state = .staged } }
        start(.uploads)
        start(.outbox)
    }

    /// Discards a message that isn't in flight.
    /// - Returns: whether it was discarded. A message that was passed to a connection may already be stored.
    /// - Throws: an error if the cache can't be written.
    @discardableResult
    public func discard(_ id: String, in chat: ChatID) throws -> Bool {
        let isDropped = try cache.write { transaction in
            guard let entry = try transaction.entry(id, in: chat), entry.state == .staged || entry.isFailed else {
                return false
            }
            try transaction.removeFromOutbox(id, in: chat)
            return true
        }
        publish(.chats([chat]))
        start(.outbox)
        return isDropped
    }

    @discardableResult
    private func updateEntry(_ id: String, in chat: ChatID, _ body: (inout OutboxEntry) -> Void) throws -> OutboxEntry?
    {
        let entry = try cache.write { transaction -> OutboxEntry? in
            guard var entry = try transaction.entry(id, in: chat) else { return nil }
            body(&entry)
            try transaction.update(entry)
            return entry
        }
        publish(.chats([chat]))
        return entry
    }

    // MARK: In flight

    func sendOutbox() async throws {
        for var entry in OutboxQueue.ready(try outbox()) {
            guard let message = entry.outgoing, let live else { continue }
            entry.state = .sending
            let taken = entry
            try updateEntry(entry.id, in: entry.chatId) { $0 = taken }
            await live.post(message) { [weak self] result in
                Task { await self?.sendCompleted(taken, result) }
            }
        }
    }

    private func sendCompleted(_ entry: OutboxEntry, _ result: Result<Message, ClientError>) {
        switch result {
        case .success(let message):
            sendBackoff[entry.chatId] = nil
            try? cache.write { try $0.markSent(entry, as: message) }
            publish(.chats([entry.chatId]))
        case .failure(let error):
            guard let failure = OutboxQueue.failure(after: error) else { return scheduleRetry(entry, error) }
            if let failed = try? updateEntry(entry.id, in: entry.chatId, { $0.state = failure }) {
                publish(.failed(failed))
            }
        }
        start(.outbox)
    }

    /// Refused temporarily. The entry keeps its position, so later messages of the chat wait.
    private func scheduleRetry(_ entry: OutboxEntry, _ error: ClientError) {
        guard live != nil, connectionState.isOnline else { return restage(entry) }
        let wait = max(
            sendBackoff[entry.chatId, default: Backoff()].next(random: random()),
            error.retryAfter
        )
        let clock = clock
        retryDelays[entry.id] = Task {
            try? await clock.sleep(for: wait)
            self.restage(entry)
        }
    }

    private func restage(_ entry: OutboxEntry) {
        retryDelays[entry.id] = nil
        _ = try? updateEntry(entry.id, in: entry.chatId) { if $0.state == .sending { $0.state = .staged } }
        start(.outbox)
    }

    // MARK: Attachments

    /// Uploads one file after another, in the order of the messages.
    func uploadAttachments() async throws {
        for entry in try outbox() where !entry.isFailed {
            for attachment in entry.attachments where attachment.mediaId == nil {
                do {
                    guard let uploader else { throw ClientError.unexpectedAnswer("this client can't send files") }
                    let mediaId = try await uploader.upload(attachment) { [weak self] done, total in
                        let progress = UploadProgress(
                            chatId: entry.chatId,
                            entryId: entry.id,
                            clientMediaId: attachment.clientMediaId,
                            done: done,
                            total: total
                        )
                        Task { await self?.publish(.progress(progress)) }
                    }
                    try updateEntry(entry.id, in: entry.chatId) { entry in
                        for index in entry.attachments.indices
                        where entry.attachments[index].clientMediaId == attachment.clientMediaId {
                            entry.attachments[index].mediaId = mediaId
                        }
                    }
                } catch let error as ClientError where !error.isTransient {
                    guard let failure = OutboxQueue.failure(after: error) else { throw error }
                    if let failed = try updateEntry(entry.id, in: entry.chatId, { $0.state = failure }) {
                        publish(.failed(failed))
                    }
                    break
                }
            }
            start(.outbox)
        }
    }
}
