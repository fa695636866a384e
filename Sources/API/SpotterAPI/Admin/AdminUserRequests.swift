public import Domain

/// Creates an account: `POST /v1/admin/users`.
///
/// ```swift
/// let request = CreateUserRequest(email: "alex@example.com", displayName: "Alex", role: .trainer)
/// ```
public struct CreateUserRequest: APIValue {
    public let email: String
    public let displayName: String
    public let role: Role
    /// IANA name; UTC if omitted.
    public let timezone: String?
    /// If omitted, nobody can log in until a password is set.
    public let password: Secret?

    public init(email: String, displayName: String, role: Role, timezone: String? = nil, password: Secret? = nil) {
        self.email = email
        self.displayName = displayName
        self.role = role
        self.timezone = timezone
        self.password = password
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        email = try container.decode(String.self, forKey: .email)
        displayName = try container.decode(String.self, forKey: .displayName)
        role = try container.word(.role, "role must be trainer or client.")
        timezone = try container.decodeIfPresent(String.self, forKey: .timezone)
        password = try container.decodeIfPresent(Secret.self, forKey: .password)
    }

    public static var example: CreateUserRequest {
        CreateUserRequest(email: "alex@example.com", displayName: "Alex", role: .trainer, timezone: "America/New_York")
    }
}

/// Changes an account: `PATCH /v1/admin/users/{user}`. Omitted fields stay unchanged.
///
/// ```swift
/// let request = ChangeUserRequest(disabled: true)
/// ```
public struct ChangeUserRequest: APIValue {
    /// `true` ends all sessions and refuses log-ins until it is `false` again.
    public let disabled: Bool?
    public let displayName: String?
    public let email: String?
    /// Refused while relations, groups, prospects or appointments depend on the present role. Ends all sessions.
    public let role: Role?

    public init(disabled: Bool? = nil, displayName: String? = nil, email: String? = nil, role: Role? = nil) {
        self.disabled = disabled
        self.displayName = displayName
        self.email = email
        self.role = role
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        disabled = try container.decodeIfPresent(Bool.self, forKey: .disabled)
        displayName = try container.decodeIfPresent(String.self, forKey: .displayName)
        email = try container.decodeIfPresent(String.self, forKey: .email)
        role = try container.wordIfPresent(.role, "role must be trainer or client.")
    }

    public static var example: ChangeUserRequest { ChangeUserRequest(disabled: true) }
}

/// Sets an account's password: `PUT /v1/admin/users/{user}/password`. All of its sessions end.
///
/// ```swift
/// let request = SetPasswordRequest(password: Secret("correct horse"))
/// ```
public struct SetPasswordRequest: APIValue {
    public let password: Secret

    public init(password: Secret) { self.password = password }
    public static var example: SetPasswordRequest { SetPasswordRequest(password: Secret("correct horse")) }
}
