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

/// What a user may see of a person they are related to.
public struct Contact: Sendable, Hashable, Codable {
    public let userId: UserID
    public let displayName: String
    public let email: String

    public init(userId: UserID, displayName: String, email: String) {
        self.userId = userId
        self.displayName = displayName
        self.email = email
    }
}

/// A future client without an account: events can be scheduled with them, but they can't log in.
public struct Prospect: Sendable, Hashable, Codable, Identifiable {
    public let id: ProspectID
    public let displayName: String
    @Nullable public var timezone: String?
    @Nullable public var convertedToClientId: UserID?

    public init(id: ProspectID, displayName: String, timezone: String?, convertedToClientId: UserID? = nil) {
        self.id = id
        self.displayName = displayName
        self.timezone = timezone
        self.convertedToClientId = convertedToClientId
    }
}

/// A trainer's offer to become their client. Its code can be redeemed once.
public struct Invitation: Sendable, Hashable, Codable, Identifiable {
    public let id: InvitationID
    public let trainerId: UserID
    @Nullable public var email: String?
    public let expiresAt: Timestamp

    public init(id: InvitationID, trainerId: UserID, email: String?, expiresAt: Timestamp) {
        self.id = id
        self.trainerId = trainerId
        self.email = email
        self.expiresAt = expiresAt
    }
}
