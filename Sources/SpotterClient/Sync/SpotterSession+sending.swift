public import Domain

/// The outbox: what's written is in it before `send` returns, and leaves it when it's part of the history.
extension SpotterSession {
    /// Writes a message. It goes out when there's a connection, behind those written before in the same chat, and is
    /// stored once however often that takes.
    /// - Parameter id: the message's own id; writing it twice sends it once.
    /// - Throws: `SpotterError` for a text that no server takes, or when the cache can't be written.
    @discardableResult
    public func send(
        _ text: String,
        to chat: ChatID,
        replyTo: MessageID? = nil,
        attachments: [FileAttachment] = [],
        id: String? = nil
    ) throws -> OutboxEntry {
        let entry = OutboxEntry(
            id: id ?? ids.next(MessageID.self).description,
            chatId: chat,
            text: text.isEmpty && !attachments.isEmpty ? "" : try Validation.messageText(text),
            replyTo: replyTo,
            attachments: attachments,
            writtenAt: wallClock.now()
        )
        try cache.write { try $0.add(entry) }
        tell(.chats([chat]))
        start(.uploads)
        start(.outbox)
        return entry
    }

    /// Sends a failed message again, at its old place in the outbox and under the same id.
    public func retry(_ id: String, in chat: ChatID) throws {
        try change(id, in: chat) { if $0.isFailed { $0.state = .staged } }
        start(.uploads)
        start(.outbox)
    }

    /// Drops a message that isn't under way.
    /// - Returns: whether it was dropped; one that was handed to a connection may be stored already.
    @discardableResult
    public func discard(_ id: String, in chat: ChatID) throws -> Bool {
        let isDropped = try cache.write { transaction in
            guard let entry = try transaction.entry(id, in: chat), entry.state == .staged || entry.isFailed else {
                return false
            }
            try transaction.removeFromOutbox(id, in: chat)
            return true
        }
        tell(.chats([chat]))
        start(.outbox)
        return isDropped
    }

    @discardableResult
    private func change(_ id: String, in chat: ChatID, _ body: (inout OutboxEntry) -> Void) throws -> OutboxEntry? {
        let entry = try cache.write { transaction -> OutboxEntry? in
            guard var entry = try transaction.entry(id, in: chat) else { return nil }
            body(&entry)
            try transaction.update(entry)
            return entry
        }
        tell(.chats([chat]))
        return entry
    }

    // MARK: Under way

    func sendOutbox() async throws {
        for var entry in OutboxQueue.ready(try outbox()) {
            guard let message = entry.outgoing, let live else { continue }
            entry.state = .sending
            let taken = entry
            try change(entry.id, in: entry.chatId) { $0 = taken }
            await live.post(message) { [weak self] result in
                Task { await self?.settled(taken, result) }
            }
        }
    }

    private func settled(_ entry: OutboxEntry, _ result: Result<Message, ClientError>) {
        switch result {
        case .success(let message):
            sendBackoff[entry.chatId] = nil
            try? cache.write { try $0.settle(entry, as: message) }
            tell(.chats([entry.chatId]))
        case .failure(let error):
            guard let failure = OutboxQueue.failure(after: error) else { return tryLater(entry, error) }
            if let failed = try? change(entry.id, in: entry.chatId, { $0.state = failure }) { tell(.failed(failed)) }
        }
        start(.outbox)
    }

    /// Refused for now. It keeps its place: what was written after it in the chat waits.
    private func tryLater(_ entry: OutboxEntry, _ error: ClientError) {
        guard live != nil, connectionState.isOnline else { return restage(entry) }
        let wait = max(
            sendBackoff[entry.chatId, default: Backoff()].next(random: random()),
            error.retryAfter
        )
        let clock = clock
        pauses[entry.id] = Task {
            try? await clock.sleep(for: wait)
            self.restage(entry)
        }
    }

    private func restage(_ entry: OutboxEntry) {
        pauses[entry.id] = nil
        _ = try? change(entry.id, in: entry.chatId) { if $0.state == .sending { $0.state = .staged } }
        start(.outbox)
    }

    // MARK: Attachments

    /// One file after the other, in the order of the messages.
    func uploadAttachments() async throws {
        for entry in try outbox() where !entry.isFailed {
            for attachment in entry.attachments where attachment.mediaId == nil {
                do {
                    guard let uploader else { throw ClientError.unexpectedAnswer("this client can't send files") }
                    let mediaId = try await uploader.upload(attachment)
                    try change(entry.id, in: entry.chatId) { entry in
                        for index in entry.attachments.indices
                        where entry.attachments[index].clientMediaId == attachment.clientMediaId {
                            entry.attachments[index].mediaId = mediaId
                        }
                    }
                } catch let error as ClientError where !error.isTransient {
                    guard let failure = OutboxQueue.failure(after: error) else { throw error }
                    if let failed = try change(entry.id, in: entry.chatId, { $0.state = failure }) {
                        tell(.failed(failed))
                    }
                    break
                }
            }
            start(.outbox)
        }
    }
}
