public import Domain

/// What the server was asked for once and is kept for the next start.
extension SyncEngine {
    /// The small preview of a picture: from the cache, or from the server, and kept then.
    /// - Parameter maxBytes: of what the server gives.
    /// - Throws: `ClientError`; `not_found` if the user may not see it.
    public func preview(
        of media: MediaID,
        in message: MessageID,
        _ chat: ChatID,
        maxBytes: Int = 1 << 20
    ) async throws -> [UInt8] {
        if let kept = try? cache.read({ try $0.preview(of: media) }) { return kept }
        let bytes = try await api.thumbnail(of: media, maxBytes: maxBytes)
        try? cache.write { try $0.put(preview: bytes, of: media, in: message, chat) }
        return bytes
    }

    /// Keeps a command of a client while it is being typed, on this device only: nobody else has the command. `nil`
    /// forgets it.
    /// - Parameter chat: `nil` for one that is typed while no chat is open.
    /// - Throws: an error if the cache can't be written.
    public func keep(command line: String?, in chat: ChatID?) throws {
        try cache.write { try $0.keep(command: line, in: chat) }
    }

    /// The command that was being typed in a chat; `nil` for the one that was typed while none was open.
    /// - Throws: an error if the cache can't be read.
    public func command(in chat: ChatID?) throws -> String? { try cache.read { try $0.command(in: chat) } }

    /// Since when somebody waits for an answer in which chat, as `loadInbox` found it last. Without those that were
    /// answered since.
    /// - Parameter chats: all chats of the cache.
    /// - Throws: an error if the cache can't be read.
    public func waiting(among chats: [Chat]) throws -> [ChatID: Timestamp] {
        let unanswered = Set(chats.filter { $0.lastMessage.map { $0.senderId != me } ?? false }.map(\.id))
        return try cache.read { try $0.waiting() }.filter { unanswered.contains($0.key) }
    }

    /// Asks the server who waits, and keeps it.
    /// - Throws: `ClientError`; `forbidden` for a client.
    public func loadInbox() async throws -> [InboxItem] {
        let items = try await api.inbox()
        let waiting = items.map { ($0.chatId, $0.waitingSince) }
        let kept = Dictionary(waiting, uniquingKeysWith: { $1 })
        if try cache.read({ try $0.waiting() }) != kept { try cache.keep(waiting: kept) }
        return items
    }
}
