public import Domain
import Foundation
public import SpotterAPI
public import Storage

/// Sign-up and log-in. Sessions, passwords, the profile and the end of an account each have a room of their own.
public struct Accounts: Sendable {
    let database: any Database
    let clock: any WallClock
    let ids: any IDSource
    let hasher: PasswordHasher
    let mint = TokenMint()
    let activity = SessionActivity()
    let hints = TokenHints()
    /// Told which sessions have just lost their rights, so that open sockets close.
    let onRevocation: @Sendable (Revocation) -> Void

    public init(
        database: any Database,
        clock: any WallClock,
        ids: any IDSource,
        hasher: PasswordHasher,
        onRevocation: @escaping @Sendable (Revocation) -> Void
    ) {
        self.database = database
        self.clock = clock
        self.ids = ids
        self.hasher = hasher
        self.onRevocation = onRevocation
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

    public func register(_ registration: Registration, deviceName: String = "") async throws -> AuthGrant {
        let (user, hash) = try await add(registration)
        return try await openSession(for: user, provenBy: hash, deviceName: deviceName)
    }

    /// An account without a session; for import and administration.
    public func create(_ registration: Registration) async throws -> User { try await add(registration).user }

    private func add(_ registration: Registration) async throws -> (user: User, hash: String) {
        try Validation.password(registration.password)
        let user = User(
            id: ids.next(),
            email: try Validation.email(registration.email),
            displayName: try Validation.displayName(registration.displayName),
            role: registration.role,
            timezone: try Self.timezone(registration.timezone)
        )
        let hash = try await hasher.hash(registration.password)
        let now = clock.now()
        return try await database.write { connection in
            guard try user.insert(passwordHash: hash, at: now, on: connection) else {
                throw SpotterError(.emailTaken, "There is already an account with this email address; log in instead.")
            }
            return (user, hash)
        }
    }

    public func login(email: String, password: Secret, deviceName: String = "") async throws -> AuthGrant {
        let address = email.trimmed.lowercased()
        let found = try await database.read { connection in
            try connection.first("SELECT id, password_hash FROM users WHERE email = $1", address) {
                (id: try $0.id(0, UserID.self), hash: try $0.text(1))
            }
        }
        let isRight = try await hasher.verify(password, against: found?.hash)
        guard isRight, let found, let user = try await user(found.id) else { throw Self.wrongCredentials }
        // A hash of older or newer cost than today's is made anew; only now is the password at hand.
        let renewed = hasher.isCurrent(found.hash) ? nil : try await hasher.hash(password)
        return try await openSession(for: user, provenBy: found.hash, renewedTo: renewed, deviceName: deviceName)
    }

    static let wrongCredentials = SpotterError(.invalidCredentials, "Email address or password is wrong.")

    public func user(_ id: UserID) async throws -> User? {
        try await database.read { try User.find(id, on: $0) }
    }

    public func all() async throws -> [User] {
        try await database.read {
            try $0.query("SELECT \(User.columns) FROM users WHERE deleted_at IS NULL ORDER BY email") {
                try User(row: $0)
            }
        }
    }

    package static func timezone(_ name: String?) throws -> String {
        guard let name = name?.trimmed, !name.isEmpty else { return "UTC" }
        guard TimeZone(identifier: name) != nil else {
            throw SpotterError.invalid(
                "'\(name.prefix(64))' is not a time zone; give an IANA name like Europe/Stockholm."
            )
        }
        return name
    }
}
