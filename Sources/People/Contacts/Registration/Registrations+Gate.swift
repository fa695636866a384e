public import Accounts
public import Domain
public import Storage

extension Registrations: RegistrationGate {
    public func authorize(
        _ application: RegistrationApplication,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws {
        let mode = try mode(on: connection)
        guard let code = application.invite else {
            guard mode == .open else { throw Self.closed(mode) }
            return
        }
        let found = try InvitationRows.find(code, on: connection)
        // Codes that were made for another address look like none.
        guard let found, found.invitation.email == nil || found.invitation.email == application.email else {
            throw mode == .open ? SpotterError.notFound("invitation") : Self.unfit(mode)
        }
        guard try isGood(found, in: mode, at: now, on: connection) else {
            throw mode == .open ? InvitationRows.ended : Self.unfit(mode)
        }
        guard found.invitation.role == application.role else {
            throw SpotterError(
                .registrationClosed,
                "This code is for a \(found.invitation.role.rawValue); register with that role."
            )
        }
    }

    func isGood(
        _ found: InvitationRows.Found,
        in mode: RegistrationMode,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws -> Bool {
        guard found.isOpen(at: now) else { return false }
        if found.isFirst { return try !Self.hasAccount(role: .trainer, on: connection) }
        return mode != .closed
    }

    public func waitingAccount(
        for application: RegistrationApplication,
        on connection: any SQLConnection
    ) throws -> UserID? {
        guard let code = application.invite else { return nil }
        return try InvitationRows.find(code, on: connection)?.waiting
    }

    public func accountDidOpen(
        _ user: User,
        _ application: RegistrationApplication,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws {
        if let code = application.invite, let found = try InvitationRows.find(code, on: connection) {
            try InvitationRows.use(found.invitation.id, by: user.id, at: now, on: connection)
            if let trainer = found.invitation.trainerId {
                try Contacts.requireDistinct(user, among: trainer, telling: user.id, on: connection)
                _ = try Contacts.relate(trainer: trainer, client: user.id, at: now, on: connection)
                try ContactRequestRows.delete(from: trainer, to: user.email, on: connection)
            }
        }
        if user.role == .trainer { try InvitationRows.deleteFirst(on: connection) }
    }

    public func nameWillChange(of user: User, on connection: any SQLConnection) throws {
        var trainers: [UserID] = [user.id]
        if user.role == .client {
            trainers = try connection.query("SELECT trainer_id FROM contacts WHERE client_id = $1", user.id) {
                try $0.id(0)
            }
        }
        for trainer in trainers {
            try Contacts.requireDistinct(user, among: trainer, telling: user.id, on: connection)
        }
    }

    /// Doesn't tell a code that was made for another address from one that never was.
    private static func unfit(_ mode: RegistrationMode) -> SpotterError {
        guard mode == .invited else { return closed(mode) }
        return SpotterError(
            .registrationClosed,
            "This code is used, has run out, or is for another e-mail address; check both, or ask for a new code."
        )
    }

    private static func closed(_ mode: RegistrationMode) -> SpotterError {
        SpotterError(
            .registrationClosed,
            mode == .closed
                ? "This server takes no new accounts; ask its operator."
                : "This server takes new accounts by invitation only; ask your trainer or the operator for a code."
        )
    }
}
