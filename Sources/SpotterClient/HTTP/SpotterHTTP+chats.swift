public import Domain

/// Somebody to whom the user may write.
public struct Person: Sendable, Equatable, Codable {
    public let userId: UserID
    public let displayName: String
    public let status: PresenceStatus
    @Nullable public var lastSeen: Timestamp?
}

extension SpotterHTTP {
    private struct Contacts: Decodable { let contacts: [Contact] }
    private struct ContactAnswer: Decodable { let contact: Contact }
    private struct NewContact: Encodable { let email: String }
    private struct Chats: Decodable { let chats: [Chat] }
    private struct ChatAnswer: Decodable { let chat: Chat }
    private struct NewChat: Encodable {
        let kind: ChatKind
        var name: String?
        let memberIds: [UserID]
    }
    private struct Users: Decodable { let users: [Person] }

    public func contacts() async throws -> [Contact] { try await send(.get("/v1/contacts"), Contacts.self).contacts }

    /// Relates a trainer to somebody with an account.
    public func addContact(email: String) async throws -> Contact {
        try await send(.post("/v1/contacts", NewContact(email: email)), ContactAnswer.self).contact
    }

    /// People whom this user may see, by a part of their name.
    public func users(matching query: String? = nil) async throws -> [Person] {
        try await send(.get("/v1/users", [("query", query)]), Users.self).users
    }

    /// Latest activity first.
    public func chats() async throws -> [Chat] { try await send(.get("/v1/chats"), Chats.self).chats }

    public func chat(_ id: ChatID) async throws -> Chat {
        try await send(.get("/v1/chats/\(id)"), ChatAnswer.self).chat
    }

    /// The chat with one other person: the one that exists, or a new one.
    public func directChat(with user: UserID) async throws -> Chat {
        try await send(.post("/v1/chats", NewChat(kind: .direct, memberIds: [user])), ChatAnswer.self).chat
    }

    public func createGroup(name: String, members: [UserID]) async throws -> Chat {
        try await send(.post("/v1/chats", NewChat(kind: .group, name: name, memberIds: members)), ChatAnswer.self).chat
    }
}
