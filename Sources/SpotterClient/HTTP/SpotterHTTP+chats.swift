public import Domain
public import SpotterAPI

extension SpotterHTTP {
    public func contacts() async throws -> [Contact] {
        try await send(.get("/v1/contacts"), ContactsResponse.self).contacts
    }

    /// Adds a client by email address (trainer).
    public func addContact(email: String) async throws -> Contact {
        try await send(.post("/v1/contacts", ContactRequest(email: email)), ContactResponse.self).contact
    }

    /// People that this user may see, by a part of their name.
    public func users(matching query: String? = nil) async throws -> [Person] {
        try await send(.get("/v1/users", [("query", query)]), PeopleResponse.self).users
    }

    /// Latest activity first.
    public func chats() async throws -> [Chat] { try await send(.get("/v1/chats"), ChatsResponse.self).chats }

    public func chat(_ id: ChatID) async throws -> Chat {
        try await send(.get("/v1/chats/\(id)"), ChatResponse.self).chat
    }

    /// The chat with one other person: the one that exists, or a new one.
    public func directChat(with user: UserID) async throws -> Chat {
        try await send(.post("/v1/chats", NewChatRequest(kind: .direct, memberIds: [user])), ChatResponse.self).chat
    }

    public func createGroup(name: String, members: [UserID]) async throws -> Chat {
        try await send(
            .post("/v1/chats", NewChatRequest(kind: .group, name: name, memberIds: members)),
            ChatResponse.self
        ).chat
    }
}
