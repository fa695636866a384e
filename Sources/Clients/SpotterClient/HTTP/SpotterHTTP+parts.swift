public import Domain
import SpotterAPI

/// Reactions, receipts and pins of messages; a member's own settings of a chat.
extension SpotterHTTP {
    private static func path(_ chat: ChatID, _ message: MessageID) -> String { "/v1/chats/\(chat)/messages/\(message)" }

    /// Adds a reaction, or removes it if the user has already given it.
    /// - Throws: `ClientError.refused` with `invalid_request`, `not_a_member`, `forbidden`, `not_found` or `conflict`.
    public func toggleReaction(_ emoji: String, to message: MessageID, in chat: ChatID) async throws {
        try await send(.post(Self.path(chat, message) + "/reactions", ReactionRequest(emoji: emoji)))
    }

    /// When a message was delivered to each recipient and read. Recipients who don't share receipts are left out.
    /// - Throws: `ClientError.refused` with `not_a_member` or `not_found`.
    public func receipts(of message: MessageID, in chat: ChatID) async throws -> [MessageReceipt] {
        try await send(.get(Self.path(chat, message) + "/receipts"), ReceiptsResponse.self).receipts
    }

    /// A message's previous texts, oldest first.
    /// - Throws: `ClientError.refused` with `not_a_member` or `not_found`.
    public func edits(of message: MessageID, in chat: ChatID) async throws -> [MessageEdit] {
        try await send(.get(Self.path(chat, message) + "/edits"), EditsResponse.self).edits
    }

    /// Pins a message, or removes its pin.
    /// - Throws: `ClientError.refused` with `not_a_member`, `not_found`, `forbidden` if the user isn't an admin of the
    ///   group, or `conflict` if the chat has the maximum number of pins.
    public func pin(_ isPinned: Bool, _ message: MessageID, in chat: ChatID) async throws {
        let path = "/v1/chats/\(chat)/pins/\(message)"
        try await send(isPinned ? .put(path) : .delete(path))
    }

    /// Mutes a chat.
    /// - Parameter until: `nil` unmutes it.
    /// - Throws: `ClientError.refused` with `not_a_member`.
    public func mute(_ chat: ChatID, until: Timestamp?) async throws {
        try await send(
            .patch(
                "/v1/chats/\(chat)/settings",
                ChatSettingsRequest(mutedUntil: until.map { .set(MuteEnd($0)) } ?? .cleared)
            )
        )
    }

    /// Sets whether a chat is kept at the top of the user's list.
    /// - Throws: `ClientError.refused` with `not_a_member`.
    public func pinChat(_ chat: ChatID, _ isPinned: Bool) async throws {
        try await send(.patch("/v1/chats/\(chat)/settings", ChatSettingsRequest(isPinned: isPinned)))
    }

    /// Sets the draft of a chat.
    /// - Parameter text: an empty text deletes the draft.
    /// - Throws: `ClientError.refused` with `not_a_member`, or `invalid_request` for the text or `replyTo`.
    public func setDraft(_ text: String, replyTo: MessageID? = nil, in chat: ChatID) async throws {
        let path = "/v1/chats/\(chat)/draft"
        try await send(text.isEmpty ? .delete(path) : .put(path, DraftRequest(text: text, replyTo: replyTo)))
    }

    /// Renames a group.
    /// - Throws: `ClientError.refused` with `not_a_member`, `invalid_request`, or `forbidden` if the user isn't an
    ///   admin.
    @discardableResult
    public func rename(_ chat: ChatID, to name: String) async throws -> Chat {
        try await send(.patch("/v1/chats/\(chat)", UpdateChatRequest(name: name)), ChatResponse.self).chat
    }

    /// Leaves a chat.
    /// - Throws: `ClientError.refused` with `not_a_member`.
    public func leave(_ chat: ChatID) async throws { try await send(.delete("/v1/chats/\(chat)")) }
}
