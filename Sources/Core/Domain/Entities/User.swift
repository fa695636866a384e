/// Chosen at sign-up and never changed.
public enum Role: String, Sendable, Codable, CaseIterable {
    case trainer, client
}

/// A person with an account.
public struct User: Sendable, Hashable, Codable, Identifiable {
    public let id: UserID
    public var email: String
    public var displayName: String
    public let role: Role
    /// An IANA time zone such as `America/New_York`.
    public var timezone: String
    @Nullable public var photoMediaId: MediaID?

    public init(
        id: UserID,
        email: String,
        displayName: String,
        role: Role,
        timezone: String,
        photoMediaId: MediaID? = nil
    ) {
        self.id = id
        self.email = email
        self.displayName = displayName
        self.role = role
        self.timezone = timezone
        self.photoMediaId = photoMediaId
    }
}

/// One login of a user on one device. It ends with logout, reuse of a refresh token, or expiry.
public struct Session: Sendable, Hashable, Codable, Identifiable {
    public let id: SessionID
    public let userId: UserID
    public var deviceName: String
    public let createdAt: Timestamp

    public init(id: SessionID, userId: UserID, deviceName: String, createdAt: Timestamp) {
        self.id = id
        self.userId = userId
        self.deviceName = deviceName
        self.createdAt = createdAt
    }
}
