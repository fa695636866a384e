public import Domain

/// Creates an account: `POST /v1/auth/register`. The response is an `AuthGrant`.
///
/// ```swift
/// let request = RegisterRequest(
///     email: "alex@example.com", password: Secret("correct horse"), displayName: "Alex", role: .trainer)
/// ```
public struct RegisterRequest: APIValue {
    public let email: String
    /// 8 to 200 characters.
    public let password: Secret
    public let displayName: String
    public let role: Role
    /// IANA name; UTC if omitted.
    public let timezone: String?
    /// The code of an invitation. A trainer's makes one their client at once.
    public let invite: Secret?
    /// The name of the session in the list of sessions.
    public let deviceName: String?

    public init(
        email: String,
        password: Secret,
        displayName: String,
        role: Role,
        timezone: String? = nil,
        invite: Secret? = nil,
        deviceName: String? = nil
    ) {
        self.email = email
        self.password = password
        self.displayName = displayName
        self.role = role
        self.timezone = timezone
        self.invite = invite
        self.deviceName = deviceName
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        email = try container.decode(String.self, forKey: .email)
        password = try container.decode(Secret.self, forKey: .password)
        displayName = try container.decode(String.self, forKey: .displayName)
        let role: Role? = try container.decode(RequestedWord<Role>.self, forKey: .role).word
        timezone = try container.decodeIfPresent(String.self, forKey: .timezone)
        invite = try container.decodeIfPresent(Secret.self, forKey: .invite)
        deviceName = try container.decodeIfPresent(String.self, forKey: .deviceName)
        guard let role else { throw SpotterError.invalid("role must be trainer or client.") }
        self.role = role
    }

    public static var example: RegisterRequest {
        RegisterRequest(
            email: "alex@example.com",
            password: Secret("correct horse"),
            displayName: "Alex",
            role: .trainer,
            timezone: "America/New_York"
        )
    }
}

/// Opens a session: `POST /v1/auth/login`. The response is an `AuthGrant`.
///
/// ```swift
/// let request = LoginRequest(email: "alex@example.com", password: Secret("correct horse"))
/// ```
public struct LoginRequest: APIValue {
    public let email: String
    public let password: Secret
    public let deviceName: String?

    public init(email: String, password: Secret, deviceName: String? = nil) {
        self.email = email
        self.password = password
        self.deviceName = deviceName
    }

    public static var example: LoginRequest {
        LoginRequest(email: "alex@example.com", password: Secret("correct horse"), deviceName: "laptop")
    }
}

/// Exchanges a refresh token for new tokens: `POST /v1/auth/refresh`. A refresh token can be used once.
///
/// ```swift
/// let request = RefreshRequest(refreshToken: Secret("sp_r_…"))
/// ```
public struct RefreshRequest: APIValue {
    public let refreshToken: Secret

    public init(refreshToken: Secret) { self.refreshToken = refreshToken }

    public static var example: RefreshRequest { RefreshRequest(refreshToken: Secret("sp_r_…")) }
}
