public import Domain

/// What can be done to a message beside its text, and to a chat by one of its members.
extension SpotterHTTP {
    private struct Emoji: Encodable { let emoji: String }
    private struct NewDraft: Encodable {
        let text: String
        let replyTo: MessageID?
    }
    private struct Mute: Encodable {
        @Nullable var mutedUntil: Timestamp?
    }
    private struct Pinned: Encodable { let isPinned: Bool }
    private struct Receipts: Decodable { let receipts: [MessageReceipt] }
    private struct Edits: Decodable { let edits: [MessageEdit] }
    private struct Name: Encodable { let name: String }

    private static func path(_ chat: ChatID, _ message: MessageID) -> String { "/v1/chats/\(chat)/messages/\(message)" }

    /// Gives a reaction, or takes back the same one.
    public func toggleReaction(_ emoji: String, to message: MessageID, in chat: ChatID) async throws {
        try await send(.post(Self.path(chat, message) + "/reactions", Emoji(emoji: emoji)))
    }

    /// When a message reached and was read by each of its recipients, as far as they share it.
    public func receipts(of message: MessageID, in chat: ChatID) async throws -> [MessageReceipt] {
        try await send(.get(Self.path(chat, message) + "/receipts"), Receipts.self).receipts
    }

    /// Its former texts, oldest first.
    public func edits(of message: MessageID, in chat: ChatID) async throws -> [MessageEdit] {
        try await send(.get(Self.path(chat, message) + "/edits"), Edits.self).edits
    }

    public func pin(_ isPinned: Bool, _ message: MessageID, in chat: ChatID) async throws {
        let path = "/v1/chats/\(chat)/pins/\(message)"
        try await send(isPinned ? .put(path) : .delete(path))
    }

    /// - Parameter until: `nil` ends the silence.
    public func mute(_ chat: ChatID, until: Timestamp?) async throws {
        try await send(.patch("/v1/chats/\(chat)/settings", Mute(mutedUntil: until)))
    }

    /// Keeps a chat at the top of the user's list.
    public func pinChat(_ chat: ChatID, _ isPinned: Bool) async throws {
        try await send(.patch("/v1/chats/\(chat)/settings", Pinned(isPinned: isPinned)))
    }

    /// Empty: there's no draft any more.
    public func setDraft(_ text: String, replyTo: MessageID? = nil, in chat: ChatID) async throws {
        let path = "/v1/chats/\(chat)/draft"
        try await send(text.isEmpty ? .delete(path) : .put(path, NewDraft(text: text, replyTo: replyTo)))
    }

    public func rename(_ chat: ChatID, to name: String) async throws {
        try await send(.patch("/v1/chats/\(chat)", Name(name: name)))
    }

    public func leave(_ chat: ChatID) async throws { try await send(.delete("/v1/chats/\(chat)")) }
}
