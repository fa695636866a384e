public import Domain
import SpotterAPI

/// Reactions, receipts and pins of messages; a member's settings of a chat.
extension SpotterHTTP {
    private static func path(_ chat: ChatID, _ message: MessageID) -> String { "/v1/chats/\(chat)/messages/\(message)" }

    /// Gives a reaction, or takes back the same one.
    public func toggleReaction(_ emoji: String, to message: MessageID, in chat: ChatID) async throws {
        try await send(.post(Self.path(chat, message) + "/reactions", ReactionRequest(emoji: emoji)))
    }

    /// When a message reached and was read by each of its recipients, as far as they share it.
    public func receipts(of message: MessageID, in chat: ChatID) async throws -> [MessageReceipt] {
        try await send(.get(Self.path(chat, message) + "/receipts"), ReceiptsResponse.self).receipts
    }

    /// Its former texts, oldest first.
    public func edits(of message: MessageID, in chat: ChatID) async throws -> [MessageEdit] {
        try await send(.get(Self.path(chat, message) + "/edits"), EditsResponse.self).edits
    }

    public func pin(_ isPinned: Bool, _ message: MessageID, in chat: ChatID) async throws {
        let path = "/v1/chats/\(chat)/pins/\(message)"
        try await send(isPinned ? .put(path) : .delete(path))
    }

    /// - Parameter until: `nil` unmutes it.
    public func mute(_ chat: ChatID, until: Timestamp?) async throws {
        try await send(
            .patch(
                "/v1/chats/\(chat)/settings",
                ChatSettingsRequest(mutedUntil: until.map { .set(MuteEnd($0)) } ?? .cleared)
            )
        )
    }

    /// Keeps a chat at the top of the user's list.
    public func pinChat(_ chat: ChatID, _ isPinned: Bool) async throws {
        try await send(.patch("/v1/chats/\(chat)/settings", ChatSettingsRequest(isPinned: isPinned)))
    }

    /// - Parameter text: Empty text deletes the draft.
    public func setDraft(_ text: String, replyTo: MessageID? = nil, in chat: ChatID) async throws {
        let path = "/v1/chats/\(chat)/draft"
        try await send(text.isEmpty ? .delete(path) : .put(path, DraftRequest(text: text, replyTo: replyTo)))
    }

    public func rename(_ chat: ChatID, to name: String) async throws {
        try await send(.patch("/v1/chats/\(chat)", UpdateChatRequest(name: name)))
    }

    public func leave(_ chat: ChatID) async throws { try await send(.delete("/v1/chats/\(chat)")) }
}
