public import Domain

/// What a successful register, login or refresh gives: who it is, and the tokens of the session. Never logged.
///
/// ```swift
/// func log(in grant: AuthGrant) { print(grant.user.displayName, "until", grant.expiresAt) }
/// ```
public struct AuthGrant: APIValue, Equatable {
    public let user: User
    public let accessToken: Secret
    /// Good for one refresh; using it twice ends the session.
    public let refreshToken: Secret
    /// When the access token ends, by the server's clock.
    public let expiresAt: Timestamp

    public init(user: User, accessToken: Secret, refreshToken: Secret, expiresAt: Timestamp) {
        self.user = user
        self.accessToken = accessToken
        self.refreshToken = refreshToken
        self.expiresAt = expiresAt
    }

    public static var example: AuthGrant {
        AuthGrant(
            user: Examples.user,
            accessToken: Secret("sp_a_…"),
            refreshToken: Secret("sp_r_…"),
            expiresAt: Examples.later
        )
    }
}
