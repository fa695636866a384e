public import Domain

/// A person whom the user may write to, or who shares a chat with them.
///
/// ```swift
/// func names(_ response: PeopleResponse) -> [String] { response.users.map(\.displayName) }
/// ```
public struct Person: Sendable, Codable, Hashable {
    public let userId: UserID
    public let displayName: String
    public let role: Role
    @Nullable public var photoMediaId: MediaID?
    /// Only set for contacts.
    @Nullable public var email: String?
    public let status: PresenceStatus
    @Nullable public var lastSeen: Timestamp?

    public init(
        userId: UserID,
        displayName: String,
        role: Role,
        photoMediaId: MediaID? = nil,
        email: String? = nil,
        status: PresenceStatus = .offline,
        lastSeen: Timestamp? = nil
    ) {
        self.userId = userId
        self.displayName = displayName
        self.role = role
        self.photoMediaId = photoMediaId
        self.email = email
        self.status = status
        self.lastSeen = lastSeen
    }

    static let sara = Person(
        userId: Examples.sara,
        displayName: "Sara",
        role: .client,
        email: "sara@example.com",
        status: .away,
        lastSeen: Examples.time
    )
}

/// `GET /v1/users`.
public struct PeopleResponse: APIValue {
    public let users: [Person]

    public init(users: [Person]) { self.users = users }
    public static var example: PeopleResponse { PeopleResponse(users: [.sara]) }
}

/// `GET /v1/users/{userId}`.
public struct PersonResponse: APIValue {
    public let user: Person

    public init(user: Person) { self.user = user }
    public static var example: PersonResponse { PersonResponse(user: .sara) }
}

/// A person whom the user has blocked.
///
/// ```swift
/// func ids(_ response: BlocksResponse) -> [UserID] { response.blocks.map(\.userId) }
/// ```
public struct BlockedPerson: Sendable, Codable, Hashable {
    public let userId: UserID
    public let displayName: String
    public let blockedAt: Timestamp

    public init(userId: UserID, displayName: String, blockedAt: Timestamp) {
        self.userId = userId
        self.displayName = displayName
        self.blockedAt = blockedAt
    }
}

/// `GET /v1/blocks`: latest first.
public struct BlocksResponse: APIValue {
    public let blocks: [BlockedPerson]

    public init(blocks: [BlockedPerson]) { self.blocks = blocks }

    public static var example: BlocksResponse {
        BlocksResponse(blocks: [
            BlockedPerson(userId: Examples.sara, displayName: "Sara", blockedAt: Examples.time)
        ])
    }
}
