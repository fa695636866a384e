public import Domain

/// `league-credentials.json` of an account's export: whether the user has set some. The credentials themselves never
/// leave the server.
public struct ExportedLeagueCredentials: Codable, Sendable, Hashable {
    public let areSet: Bool
    /// `null` if there are none.
    @Nullable public var updatedAt: Timestamp?

    public init(areSet: Bool, updatedAt: Timestamp?) {
        self.areSet = areSet
        self.updatedAt = updatedAt
    }
}
