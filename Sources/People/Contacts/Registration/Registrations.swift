import Accounts
public import Domain
public import SpotterAPI
public import Storage

/// Who may make an account: the mode, which the operator may change while the server runs, and the operator's
/// invitations.
///
/// A mode that `spotter serve` is given holds for as long as it runs. Without one, what the operator stored last
/// counts, and in the beginning `invited`.
public struct Registrations: Sendable {
    static let lifetimeSeconds: Int64 = 14 * 86_400

    let database: any Database
    let clock: any WallClock
    let ids: any IDSource
    /// The mode of the flag; `nil` if there is none.
    let fixed: RegistrationMode?
    let tokens = TokenGenerator()

    public init(database: any Database, clock: any WallClock, ids: any IDSource, fixed: RegistrationMode?) {
        self.database = database
        self.clock = clock
        self.ids = ids
        self.fixed = fixed
    }

    // MARK: Mode

    /// The mode in force, and whether a flag keeps the operator from changing it.
    public func mode() async throws -> (mode: RegistrationMode, isFixed: Bool) {
        (try await database.read { try mode(on: $0) }, fixed != nil)
    }

    /// Stores the mode. It takes effect at once, unless a flag fixes another.
    public func setMode(_ mode: RegistrationMode) async throws {
        try await database.write { connection in
            _ = try connection.execute(
                """
                INSERT INTO registration_settings (id, mode) VALUES (1, $1)
                ON CONFLICT (id) DO UPDATE SET mode = excluded.mode
                """,
                mode.rawValue
            )
        }
    }

    func mode(on connection: any SQLConnection) throws -> RegistrationMode {
        if let fixed { return fixed }
        return try Self.storedMode(on: connection)
    }

    /// The mode that counts without a flag.
    package static func storedMode(on connection: any SQLConnection) throws -> RegistrationMode {
        try connection.first("SELECT mode FROM registration_settings WHERE id = 1") { try $0.word(0) } ?? .invited
    }

    /// The role that a code's invitation is for; `nil` if the code can't be used. For clients that can't ask for a role.
    package func role(of code: Secret) async throws -> Role? {
        let now = clock.now()
        return try await database.read { connection in
            guard let found = try InvitationRows.find(code, on: connection), found.isOpen(at: now) else { return nil }
            return found.invitation.role
        }
    }

    /// Who invites by a code, and to what. Codes that are unknown, used or ended look the same.
    /// - Throws: `not_found`.
    public func preview(_ code: Secret) async throws -> InvitationPreviewResponse.InvitationPreview {
        let now = clock.now()
        return try await database.read { connection in
            let found = try Self.usable(code, at: now, on: connection)
            let mayRegister = try isGood(found, in: mode(on: connection), at: now, on: connection)
            guard let trainer = try Self.trainer(of: found, on: connection) else {
                // Only a new account can use one of the operator's.
                guard mayRegister else { throw SpotterError.notFound("invitation") }
                return .init(invitedBy: nil, role: found.invitation.role, mayRegister: true)
            }
            return .init(
                invitedBy: trainer.displayName,
                trainerId: trainer.id,
                hasPhoto: trainer.photoMediaId != nil,
                role: found.invitation.role,
                mayRegister: mayRegister
            )
        }
    }

    /// The trainer who invites by a code.
    /// - Throws: `not_found`, also for one of the operator's.
    public func inviter(_ code: Secret) async throws -> User {
        let now = clock.now()
        let trainer = try await database.read { connection in
            try Self.trainer(of: Self.usable(code, at: now, on: connection), on: connection)
        }
        guard let trainer else { throw SpotterError.notFound("invitation") }
        return trainer
    }

    private static func usable(
        _ code: Secret,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws -> InvitationRows.Found {
        guard let found = try InvitationRows.find(code, on: connection), found.isOpen(at: now) else {
            throw SpotterError.notFound("invitation")
        }
        return found
    }

    /// - Returns: `nil` if the operator invites.
    private static func trainer(of found: InvitationRows.Found, on connection: any SQLConnection) throws -> User? {
        guard let id = found.invitation.trainerId else { return nil }
        guard let trainer = try User.find(id, on: connection) else { throw SpotterError.notFound("invitation") }
        return trainer
    }

    // MARK: The operator's invitations

    /// Creates a one-time code with which somebody makes an account. It expires after 14 days.
    /// - Parameter email: restricts the code to this address; `nil` for no restriction.
    /// - Throws: `invalid_request` if the address is invalid.
    public func invite(email: String?, role: Role) async throws -> (invitation: Invitation, code: Secret) {
        let now = clock.now()
        let invitation = Invitation(
            id: ids.next(),
            trainerId: nil,
            email: try email.map { try Validation.email($0) },
            role: role,
            expiresAt: now.adding(seconds: Self.lifetimeSeconds)
        )
        let code = tokens.make(prefix: InvitationRows.prefix)
        try await database.write { try InvitationRows.insert(invitation, code: code, at: now, on: $0) }
        return (invitation, code)
    }

    /// The operator's invitations that can still be used, latest first.
    public func invitations() async throws -> [Invitation] {
        let now = clock.now()
        return try await database.read { try InvitationRows.open(of: nil, at: now, on: $0) }
    }

    /// - Throws: `not_found` if the operator has no such open invitation.
    public func revoke(_ id: InvitationID) async throws {
        try await database.write { connection in
            guard try InvitationRows.deleteOpen(id, of: nil, on: connection) else {
                throw SpotterError.notFound("invitation")
            }
        }
    }

    // MARK: Accounts that wait for their people

    /// Invites the person for whom an account was made that nobody can log in to, within the caller's transaction. Only
    /// this code, with the account's own address, opens the account.
    /// - Parameter trainer: whose client they become; `nil` for nobody's.
    /// - Returns: `nil` if somebody can log in already, or an earlier invitation can still be used.
    package static func invite(
        to account: User,
        by trainer: UserID?,
        id: InvitationID,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws -> (invitation: Invitation, code: Secret)? {
        guard try User.isLocked(account.id, on: connection),
            try !InvitationRows.isOpen(for: account.id, at: now, on: connection)
        else { return nil }
        let invitation = Invitation(
            id: id,
            trainerId: trainer,
            email: account.email,
            role: account.role,
            expiresAt: now.adding(seconds: lifetimeSeconds)
        )
        let code = TokenGenerator().make(prefix: InvitationRows.prefix)
        try InvitationRows.insert(invitation, code: code, waiting: account.id, at: now, on: connection)
        return (invitation, code)
    }

    // MARK: The first account

    /// A code for the first trainer of a server that nobody can register on otherwise. It replaces an earlier one, and
    /// lasts until it is used or a trainer exists.
    /// - Returns: `nil` if there is an account, or anybody may register.
    public func issueFirstCode() async throws -> Secret? {
        let now = clock.now()
        let code = tokens.make(prefix: InvitationRows.prefix)
        let invitation = Invitation(
            id: ids.next(),
            trainerId: nil,
            email: nil,
            role: .trainer,
            expiresAt: now.adding(seconds: 3650 * 86_400)
        )
        return try await database.write { connection in
            try InvitationRows.deleteFirst(on: connection)
            guard try mode(on: connection) != .open, try !Self.hasAccount(role: nil, on: connection) else { return nil }
            try InvitationRows.insert(invitation, code: code, isFirst: true, at: now, on: connection)
            return code
        }
    }

    static func hasAccount(role: Role?, on connection: any SQLConnection) throws -> Bool {
        try connection.exists(
            """
            SELECT 1 FROM \(User.table(as: "u")) WHERE \(User.isActive("u")) AND u.role = coalesce($1, u.role)
            """,
            role?.rawValue
        )
    }
}
