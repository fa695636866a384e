import Domain
import SpotterAPI

// The bodies of Google's Identity Toolkit. Requests are read leniently, since clients send more than is used here.

struct PasswordSignInRequest: APIValue {
    let email: String
    let password: Secret

    static var example: Self { Self(email: "alex@example.com", password: Secret("correct horse")) }
}

struct SignUpRequest: APIValue {
    let email: String
    let password: Secret
    /// The part of the address before the `@` if it is left out, as unchanged clients do.
    let displayName: String?
    /// The code of an invitation.
    let invite: Secret?
    /// The invitation's role if it is left out, or else a trainer.
    let role: Role?
    let timezone: String?

    static var example: Self {
        Self(
            email: "sara@example.com",
            password: Secret("correct horse"),
            displayName: "Sara",
            invite: Secret("sp_i_…"),
            role: .client,
            timezone: "Europe/Stockholm"
        )
    }
}

/// The response to `signInWithPassword` and `signUp`. Must not be logged.
struct SignInResponse: APIValue {
    let kind: String
    let localId: String
    let email: String
    let displayName: String
    let idToken: Secret
    let refreshToken: Secret
    /// Seconds, as a text.
    let expiresIn: String
    /// Only of a sign-in.
    let registered: Bool?

    static var example: Self {
        Self(
            kind: "identitytoolkit#VerifyPasswordResponse",
            localId: "0195c000-0000-7000-8000-000000000001",
            email: "alex@example.com",
            displayName: "Alex",
            idToken: Secret("eyJ…"),
            refreshToken: Secret("sp_r_…"),
            expiresIn: "3600",
            registered: true
        )
    }
}

struct LookupRequest: APIValue {
    let idToken: Secret

    static var example: Self { Self(idToken: Secret("eyJ…")) }
}

struct LookupResponse: APIValue {
    let kind: String
    let users: [IdentityUser]

    static var example: Self { Self(kind: "identitytoolkit#GetAccountInfoResponse", users: [.example]) }
}

/// An account as Firebase's clients show it.
struct IdentityUser: APIValue {
    struct Provider: Codable, Sendable {
        let providerId: String
        let displayName: String
        let federatedId: String
        let email: String
        let rawId: String
    }

    let localId: String
    let email: String
    let displayName: String
    let emailVerified: Bool
    let disabled: Bool
    let providerUserInfo: [Provider]
    /// Milliseconds since 1970, as a text.
    let createdAt: String
    /// When the token's session began: milliseconds since 1970, as a text.
    let lastLoginAt: String

    static var example: Self {
        Self(
            localId: "0195c000-0000-7000-8000-000000000001",
            email: "alex@example.com",
            displayName: "Alex",
            emailVerified: false,
            disabled: false,
            providerUserInfo: [Provider(displayName: "Alex", email: "alex@example.com")],
            createdAt: "1773234900000",
            lastLoginAt: "1773234900000"
        )
    }
}

extension IdentityUser.Provider {
    init(displayName: String, email: String) {
        self.init(providerId: "password", displayName: displayName, federatedId: email, email: email, rawId: email)
    }
}

struct UpdateRequest: APIValue {
    let idToken: Secret
    let displayName: String?
    /// Only within five minutes of the log-in.
    let password: Secret?
    /// `["google.com"]` ends the links with identities there; only within five minutes of the log-in.
    let deleteProvider: [String]?

    static var example: Self {
        Self(idToken: Secret("eyJ…"), displayName: "Alex Moore", password: nil, deleteProvider: nil)
    }
}

struct UpdateResponse: APIValue {
    let kind: String
    let localId: String
    let email: String
    let displayName: String
    let emailVerified: Bool
    let providerUserInfo: [IdentityUser.Provider]
    /// New tokens, since a change of the password ends all sessions.
    let idToken: Secret?
    let refreshToken: Secret?
    let expiresIn: String?

    static var example: Self {
        Self(
            kind: "identitytoolkit#SetAccountInfoResponse",
            localId: "0195c000-0000-7000-8000-000000000001",
            email: "alex@example.com",
            displayName: "Alex Moore",
            emailVerified: false,
            providerUserInfo: [.init(displayName: "Alex Moore", email: "alex@example.com")],
            idToken: nil,
            refreshToken: nil,
            expiresIn: nil
        )
    }
}

struct ResetRequest: APIValue {
    /// The token that the administrator made.
    let oobCode: Secret
    let newPassword: Secret

    static var example: Self { Self(oobCode: Secret("sp_p_…"), newPassword: Secret("correct horse")) }
}

struct ResetResponse: APIValue {
    let kind: String
    let requestType: String

    static var example: Self { Self(kind: "identitytoolkit#ResetPasswordResponse", requestType: "PASSWORD_RESET") }
}

/// The body of `/v1/token`, as JSON or as a form. Apple's client spells the names `grantType` and `refreshToken`.
struct TokenRequest: APIValue {
    enum CodingKeys: String, CodingKey {
        case grantType = "grant_type"
        case refreshToken = "refresh_token"
    }

    /// `refresh_token`.
    let grantType: String
    let refreshToken: Secret

    static var example: Self { Self(grantType: "refresh_token", refreshToken: Secret("sp_r_…")) }
}

struct TokenResponse: APIValue {
    enum CodingKeys: String, CodingKey {
        case accessToken = "access_token"
        case expiresIn = "expires_in"
        case tokenType = "token_type"
        case refreshToken = "refresh_token"
        case idToken = "id_token"
        case userId = "user_id"
        case projectId = "project_id"
    }

    /// The same as the ID token.
    let accessToken: Secret
    let expiresIn: String
    let tokenType: String
    let refreshToken: Secret
    let idToken: Secret
    let userId: String
    let projectId: String

    static var example: Self {
        Self(
            accessToken: Secret("eyJ…"),
            expiresIn: "3600",
            tokenType: "Bearer",
            refreshToken: Secret("sp_r_…"),
            idToken: Secret("eyJ…"),
            userId: "0195c000-0000-7000-8000-000000000001",
            projectId: "spotter"
        )
    }
}
