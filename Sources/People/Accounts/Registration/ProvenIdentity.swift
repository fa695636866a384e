public import Domain

/// Who somebody is at a provider that the operator trusts, such as Google, by a token that was checked.
public struct ProvenIdentity: Sendable, Hashable {
    /// Such as `https://accounts.google.com`.
    public let issuer: String
    /// The provider's id of the person, which never changes.
    public let subject: String
    /// An address that the provider says is theirs.
    public let email: String
    public let name: String?

    public init(issuer: String, subject: String, email: String, name: String? = nil) {
        self.issuer = issuer
        self.subject = subject
        self.email = email
        self.name = name
    }
}

/// A link of an account with an identity elsewhere, as its owner sees it.
public struct LinkedIdentity: Sendable, Hashable, Codable {
    public let issuer: String
    public let subject: String
    public let linkedAt: Timestamp
}
