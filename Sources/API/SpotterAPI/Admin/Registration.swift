public import Domain

/// Changes who may make an account: `PUT /v1/admin/registration`.
///
/// ```swift
/// let request = RegistrationRequest(mode: .closed)
/// ```
public struct RegistrationRequest: APIValue {
    public let mode: RegistrationMode

    public init(mode: RegistrationMode) { self.mode = mode }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        mode = try container.word(.mode, "mode must be open, invited or closed.")
    }

    public static var example: RegistrationRequest { RegistrationRequest(mode: .closed) }
}

/// Who may make an account: `GET /v1/admin/registration`.
///
/// ```swift
/// func isPublic(_ response: RegistrationResponse) -> Bool { response.registration.mode == .open }
/// ```
public struct RegistrationResponse: APIValue {
    public struct Registration: Codable, Sendable, Hashable {
        /// The mode in force.
        public let mode: RegistrationMode
        /// Whether `--registration` fixes it, so that a change waits for a start without the flag.
        public let fixedByFlag: Bool

        public init(mode: RegistrationMode, fixedByFlag: Bool) {
            self.mode = mode
            self.fixedByFlag = fixedByFlag
        }
    }

    public let registration: Registration

    public init(registration: Registration) { self.registration = registration }

    public static var example: RegistrationResponse {
        RegistrationResponse(registration: .init(mode: .invited, fixedByFlag: false))
    }
}
