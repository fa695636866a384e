public import Domain
public import SpotterAPI

extension SpotterHTTP {
    /// People that this user may see, optionally filtered by a part of their name.
    /// - Throws: `ClientError`.
    public func users(matching query: String? = nil) async throws -> [Person] {
        try await send(.get("/v1/users", [("query", query)]), PeopleResponse.self).users
    }

    /// All chats of the user, latest activity first.
    /// - Throws: `ClientError`.
    public func chats() async throws -> [Chat] {
        try await send(.get("/v1/chats", [("empty", "true")]), ChatsResponse.self).chats
    }

    /// One chat.
    /// - Throws: `ClientError`; `not_a_member` if the user isn't in it.
    public func chat(_ id: ChatID) async throws -> Chat {
        try await send(.get("/v1/chats/\(id)"), ChatResponse.self).chat
    }

    /// The direct chat with another user. Created if there is none yet.
    /// - Throws: `ClientError.refused` with `not_found`, `not_a_contact` or `forbidden` if the user may not write to
    ///   them.
    public func directChat(with user: UserID) async throws -> Chat {
        try await send(.post("/v1/chats", NewChatRequest(kind: .direct, memberIds: [user])), ChatResponse.self).chat
    }

    /// Creates a group with the user and the given members.
    /// - Throws: `ClientError.refused` with `invalid_request` for the name or the number of members; `not_found`,
    ///   `not_a_contact` or `forbidden` for people whom the user may not write to.
    public func createGroup(name: String, members: [UserID]) async throws -> Chat {
        try await send(
            .post("/v1/chats", NewChatRequest(kind: .group, name: name, memberIds: members)),
            ChatResponse.self
        ).chat
    }

    /// Adds people to a group. For its admins.
    /// - Throws: `ClientError.refused` as `createGroup(name:members:)`; `forbidden` if the user isn't an admin.
    public func add(_ members: [UserID], to chat: ChatID) async throws -> Chat {
        try await send(.post("/v1/chats/\(chat)/members", AddMembersRequest(memberIds: members)), ChatResponse.self)
            .chat
    }

    /// Removes somebody from a group. For its admins.
    /// - Throws: `ClientError`.
    public func remove(_ member: UserID, from chat: ChatID) async throws {
        try await send(.delete("/v1/chats/\(chat)/members/\(member)"))
    }
}
