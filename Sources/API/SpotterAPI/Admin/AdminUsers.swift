public import Domain

/// What an account takes up.
///
/// ```swift
/// func megabytes(_ usage: AccountUsage) -> Int64 { usage.mediaBytes >> 20 }
/// ```
public struct AccountUsage: Sendable, Codable, Hashable {
    /// Messages sent, without deleted ones.
    public var messages: Int
    /// Uploaded files.
    public var files: Int
    /// Bytes of the uploaded files.
    public var mediaBytes: Int64

    public init(messages: Int = 0, files: Int = 0, mediaBytes: Int64 = 0) {
        self.messages = messages
        self.files = files
        self.mediaBytes = mediaBytes
    }
}

/// An account as the administrator sees it. It tells nothing of what its owner reads and writes.
///
/// ```swift
/// func canLogIn(_ user: AdminUser) -> Bool { user.state == .active }
/// ```
public struct AdminUser: Sendable, Codable, Hashable, Identifiable {
    /// A disabled account keeps its data; its owner can't log in.
    public enum State: String, Sendable, Codable, CaseIterable {
        case active, disabled
    }

    public let id: UserID
    public let email: String
    public let displayName: String
    public let role: Role
    public let timezone: String
    public let state: State
    public let createdAt: Timestamp
    @Nullable public var disabledAt: Timestamp?
    /// When a session was last used; `null` if nobody has ever logged in.
    @Nullable public var lastActiveAt: Timestamp?
    /// The number of sessions that can still be used.
    public let sessions: Int
    public let usage: AccountUsage

    public init(
        user: User,
        state: State,
        createdAt: Timestamp,
        disabledAt: Timestamp? = nil,
        lastActiveAt: Timestamp? = nil,
        sessions: Int = 0,
        usage: AccountUsage = AccountUsage()
    ) {
        id = user.id
        email = user.email
        displayName = user.displayName
        role = user.role
        timezone = user.timezone
        self.state = state
        self.createdAt = createdAt
        self.disabledAt = disabledAt
        self.lastActiveAt = lastActiveAt
        self.sessions = sessions
        self.usage = usage
    }

    static var example: AdminUser {
        AdminUser(
            user: Examples.user,
            state: .active,
            createdAt: Examples.time,
            lastActiveAt: Examples.later,
            sessions: 2,
            usage: AccountUsage(messages: 1204, files: 17, mediaBytes: 48_213_000)
        )
    }
}

/// `GET /v1/admin/users`: a page of accounts in the order of their creation.
///
/// ```swift
/// func disabled(_ page: AdminUsersResponse) -> [AdminUser] { page.users.filter { $0.state == .disabled } }
/// ```
public struct AdminUsersResponse: APIValue {
    public let users: [AdminUser]
    /// The value of `after` for the next page; `null` on the last one.
    @Nullable public var next: UserID?

    public init(users: [AdminUser], next: UserID?) {
        self.users = users
        self.next = next
    }

    public static var example: AdminUsersResponse { AdminUsersResponse(users: [.example], next: nil) }
}

/// `POST /v1/admin/users`, and `GET` and `PATCH /v1/admin/users/{user}`.
///
/// ```swift
/// func id(_ response: AdminUserResponse) -> UserID { response.user.id }
/// ```
public struct AdminUserResponse: APIValue {
    public let user: AdminUser

    public init(user: AdminUser) { self.user = user }
    public static var example: AdminUserResponse { AdminUserResponse(user: .example) }
}
