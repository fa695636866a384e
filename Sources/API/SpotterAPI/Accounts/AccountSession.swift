public import Domain

/// A login session as its owner sees it.
///
/// ```swift
/// func others(_ response: SessionsResponse) -> [AccountSession] { response.sessions.filter { !$0.current } }
/// ```
public struct AccountSession: Sendable, Codable, Hashable, Identifiable {
    public let id: SessionID
    public let deviceName: String
    public let createdAt: Timestamp
    /// When the session was last active. After a crash this can be up to a minute too early.
    public let lastSeenAt: Timestamp
    /// Whether this is the session of the request.
    public let current: Bool

    public init(id: SessionID, deviceName: String, createdAt: Timestamp, lastSeenAt: Timestamp, current: Bool) {
        self.id = id
        self.deviceName = deviceName
        self.createdAt = createdAt
        self.lastSeenAt = lastSeenAt
        self.current = current
    }
}

/// `GET /v1/auth/sessions`: sessions by last activity, most recent first.
public struct SessionsResponse: APIValue {
    public let sessions: [AccountSession]

    public init(sessions: [AccountSession]) { self.sessions = sessions }

    public static var example: SessionsResponse {
        SessionsResponse(sessions: [
            AccountSession(
                id: Examples.id(9),
                deviceName: "laptop",
                createdAt: Examples.time,
                lastSeenAt: Examples.later,
                current: true
            )
        ])
    }
}
