/// Who may make an account on a server.
public enum RegistrationMode: String, Sendable, Codable, CaseIterable {
    /// Anybody, as a trainer or a client.
    case open
    /// Whoever has a code: of a trainer, to become their client, or of the operator.
    case invited
    /// Nobody; the operator makes the accounts.
    case closed
}

/// An offer to make an account or to become a trainer's client. Its code can be redeemed once.
public struct Invitation: Sendable, Hashable, Codable, Identifiable {
    public let id: InvitationID
    /// Who invites; `nil` for the operator.
    @Nullable public var trainerId: UserID?
    /// The only address that may use the code; `nil` if any may.
    @Nullable public var email: String?
    /// What the invited becomes.
    public let role: Role
    public let expiresAt: Timestamp

    public init(id: InvitationID, trainerId: UserID?, email: String?, role: Role = .client, expiresAt: Timestamp) {
        self.id = id
        self.role = role
        self.expiresAt = expiresAt
        self.trainerId = trainerId
        self.email = email
    }
}
