public import Domain
import Foundation
public import SpotterAPI
public import Storage

/// Registration, log-in, sessions and passwords. Profiles and account deletion are separate types.
public struct Accounts: Sendable {
    let database: any Database
    let clock: any WallClock
    let ids: any IDSource
    let hasher: PasswordHasher
    let tokens = TokenGenerator()
    let activity = SessionActivity()
    let tokenCache = TokenCache()
    let observer: any AccountObserver
    let gate: any RegistrationGate

    public init(
        database: any Database,
        clock: any WallClock,
        ids: any IDSource,
        hasher: PasswordHasher,
        observer: any AccountObserver,
        gate: any RegistrationGate
    ) {
        self.database = database
        self.clock = clock
        self.ids = ids
        self.hasher = hasher
        self.observer = observer
        self.gate = gate
    }

    public struct Registration: Sendable {
        public var email: String
        public var password: Secret
        public var displayName: String
        public var role: Role
        public var timezone: String?

        public init(email: String, password: Secret, displayName: String, role: Role, timezone: String? = nil) {
            self.email = email
            self.password = password
            self.displayName = displayName
            self.role = role
            self.timezone = timezone
        }
    }

    /// Creates an account with a first session, if the person may make one.
    /// - Parameters:
    ///   - invite: the code of an invitation, which is used up.
    ///   - identity: who the person is elsewhere; the account is linked with it.
    /// - Throws: `invalid_request` if the name, address, time zone or password is invalid; `registration_closed` if the
    ///   person has no right to register, whatever the address; `not_found` or `expired` if anybody may register and
    ///   the code can't be used; `email_taken` if the address has an account; `unavailable` if too many passwords wait
    ///   to be hashed; `invalid_credentials` if the password is changed before the session opens.
    public func register(
        _ registration: Registration,
        invite: Secret? = nil,
        identity: ProvenIdentity? = nil,
        deviceName: String = ""
    ) async throws -> AuthGrant {
        let user = try newUser(registration)
        let application = RegistrationApplication(email: user.email, role: user.role, invite: invite)
        // Decided before the password is hashed, so that strangers cost the server little, and again where it counts.
        try await database.read { try gate.authorize(application, at: clock.now(), on: $0) }
        let hash = try await hasher.hash(registration.password)
        let stored = try await store(user, hash, for: application, linkedWith: identity)
        return try await openSession(for: stored, provenBy: hash, deviceName: deviceName)
    }

    /// Creates an account without a session; for import and administration.
    /// - Throws: `invalid_request` if the name, address, time zone or password is invalid; `email_taken` if the address
    ///   has an account; `unavailable` if too many passwords wait to be hashed.
    public func create(_ registration: Registration) async throws -> User {
        let user = try newUser(registration)
        return try await store(user, try await hasher.hash(registration.password))
    }

    private func newUser(_ registration: Registration) throws -> User {
        try Validation.password(registration.password)
        return User(
            id: ids.next(),
            email: try Validation.email(registration.email),
            displayName: try Validation.displayName(registration.displayName),
            role: registration.role,
            timezone: try Self.timezone(registration.timezone)
        )
    }

    /// - Parameter application: what the gate decides about; `nil` on behalf of the operator.
    /// - Returns: the user, with the id of an account that waited for them.
    private func store(
        _ user: User,
        _ hash: String,
        for application: RegistrationApplication? = nil,
        linkedWith identity: ProvenIdentity? = nil
    ) async throws -> User {
        let now = clock.now()
        return try await database.write { connection in
            if let application {
                try gate.authorize(application, at: now, on: connection)
                if let waiting = try gate.waitingAccount(for: application, on: connection),
                    let user = try user.takeOver(waiting, passwordHash: hash, on: connection)
                {
                    try gate.accountDidOpen(user, application, at: now, on: connection)
                    if let identity { try Self.insert(identity, of: user.id, at: now, on: connection) }
                    return user
                }
            }
            guard try user.insert(passwordHash: hash, at: now, on: connection) else {
                throw SpotterError(.emailTaken, "There is already an account with this email address; log in instead.")
            }
            if let application { try gate.accountDidOpen(user, application, at: now, on: connection) }
            if let identity { try Self.insert(identity, of: user.id, at: now, on: connection) }
            return user
        }
    }

    /// Opens a session.
    /// - Throws: `invalid_credentials` if the password is wrong or the address unknown; `account_disabled` if the
    ///   password is right and an administrator has disabled the account; `unavailable` if too many passwords wait to be
    ///   hashed.
    public func login(email: String, password: Secret, deviceName: String = "") async throws -> AuthGrant {
        let address = EmailAddress.lookup(email)
        let found = try await database.read { connection in
            try connection.first(
                """
                SELECT id, password_hash, disabled_at FROM users WHERE email = $1 OR email = $2
                ORDER BY email = $1 DESC LIMIT 1
                """,
                address.earlier,
                address.current
            ) {
                (id: try $0.id(0, UserID.self), hash: try $0.text(1), isDisabled: !$0.isNull(2))
            }
        }
        let isRight = try await hasher.verify(password, against: found?.hash)
        guard isRight, let found, let user = try await user(found.id) else { throw Self.wrongCredentials }
        guard !found.isDisabled else { throw Self.accountDisabled }
        // Replaces a hash of outdated cost now, because the password is available only here.
        let renewed = hasher.isCurrent(found.hash) ? nil : try await hasher.hash(password)
        return try await openSession(for: user, provenBy: found.hash, renewedTo: renewed, deviceName: deviceName)
    }

    static let accountDisabled = SpotterError(
        .accountDisabled,
        "This account is disabled. Ask the administrator of this server."
    )

    static let wrongCredentials = SpotterError(.invalidCredentials, "Email address or password is wrong.")

    public func user(_ id: UserID) async throws -> User? {
        try await database.read { try User.find(id, on: $0) }
    }

    /// All accounts that haven't been deleted, by address.
    public func all() async throws -> [User] {
        try await database.read {
            try $0.query("SELECT \(User.columns) FROM users WHERE deleted_at IS NULL ORDER BY email") {
                try User(row: $0)
            }
        }
    }

    /// The IANA name of a time zone; UTC if `name` is empty.
    /// - Throws: `invalid_request` if the time zone is unknown.
    package static func timezone(_ name: String?) throws -> String {
        guard let name = name.map({ TextLength(0...64).prefix(of: $0).trimmed }), !name.isEmpty else { return "UTC" }
        guard TimeZone(identifier: name) != nil else {
            throw SpotterError.invalid(
                "'\(name.prefix(64))' is not a time zone; give an IANA name like Europe/Stockholm."
            )
        }
        return name
    }
}
