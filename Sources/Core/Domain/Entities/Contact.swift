/// What a user may see of a person they are related to.
public struct Contact: Sendable, Hashable, Codable {
    public let userId: UserID
    public let displayName: String
    public let email: String
    /// Their IANA time zone; `nil` from a server that doesn't tell it.
    @Nullable public var timezone: String?

    public init(userId: UserID, displayName: String, email: String, timezone: String? = nil) {
        self.userId = userId
        self.displayName = displayName
        self.email = email
        self.timezone = timezone
    }
}

/// Whether a client has agreed to be a trainer's client.
public enum ContactState: String, Sendable, Codable, CaseIterable {
    case pending, accepted
}

/// A trainer's request to an address, as the trainer sees it. It looks the same whether the address has an account,
/// and whether its owner has declined.
public struct SentContactRequest: Sendable, Hashable, Codable, Identifiable {
    public let id: ContactRequestID
    public let email: String
    public let state: ContactState
    public let at: Timestamp

    public init(id: ContactRequestID, email: String, at: Timestamp) {
        self.id = id
        self.email = email
        self.state = .pending
        self.at = at
    }
}

/// A trainer's request, as the client sees it who may accept or decline it.
public struct ReceivedContactRequest: Sendable, Hashable, Codable, Identifiable {
    public let id: ContactRequestID
    /// The trainer.
    public let userId: UserID
    public let displayName: String
    public let at: Timestamp

    public init(id: ContactRequestID, userId: UserID, displayName: String, at: Timestamp) {
        self.id = id
        self.userId = userId
        self.displayName = displayName
        self.at = at
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
