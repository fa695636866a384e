public import Domain

/// The response to a successful register, login or refresh: the user and the tokens of the session. Must not be logged.
///
/// ```swift
/// func log(in grant: AuthGrant) { print(grant.user.displayName, "until", grant.expiresAt) }
/// ```
public struct AuthGrant: APIValue, Equatable {
    public let user: User
    public let accessToken: Secret
    /// Valid for one refresh. Using it twice ends the session.
    public let refreshToken: Secret
    /// When the access token expires, by the server's clock.
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
