public import Domain

/// One act of an administrator.
///
/// ```swift
/// func deletions(_ log: AdminLogResponse) -> [AdminLogEntry] { log.entries.filter { $0.action == "user.delete" } }
/// ```
public struct AdminLogEntry: Sendable, Codable, Hashable {
    /// Counts up by one.
    public let number: Int64
    public let at: Timestamp
    /// `token` and the token's id, or `folder` for a command on the stopped server's folder.
    public let actor: String
    /// Such as `user.disable`.
    public let action: String
    /// The account concerned, even if it was deleted since.
    @Nullable public var userId: UserID?
    /// Words such as the names of changed fields; never their values.
    public let detail: String

    public init(number: Int64, at: Timestamp, actor: String, action: String, userId: UserID?, detail: String) {
        self.number = number
        self.at = at
        self.actor = actor
        self.action = action
        self.userId = userId
        self.detail = detail
    }
}

/// `GET /v1/admin/log`: the acts of administrators, newest first.
public struct AdminLogResponse: APIValue {
    public let entries: [AdminLogEntry]

    public init(entries: [AdminLogEntry]) { self.entries = entries }

    public static var example: AdminLogResponse {
        AdminLogResponse(entries: [
            AdminLogEntry(
                number: 12,
                at: Examples.time,
                actor: "token 9f86d081884c",
                action: "user.rename",
                userId: Examples.sara,
                detail: "displayName"
            )
        ])
    }
}
