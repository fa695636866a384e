import Crypto
public import Domain
public import Storage

/// Who is whose client: contacts, prospects, invitations. The relation decides who may open a chat with whom.
public struct Relations: Sendable {
    let database: any Database
    let clock: any WallClock
    let ids: any IDSource
    private let mint = TokenMint()

    public init(database: any Database, clock: any WallClock, ids: any IDSource) {
        self.database = database
        self.clock = clock
        self.ids = ids
    }

    // MARK: Contacts

    /// Makes the account with this address a client of the trainer.
    public func addClient(email: String, by actor: Actor) async throws -> Contact {
        try Self.requireTrainer(actor)
        let address = try Validation.email(email)
        let now = clock.now()
        return try await database.write { connection in
            guard let user = try User.find(email: address, on: connection), user.role == .client else {
                throw SpotterError(.notFound, "User not found. Client must have a Spotter account; invite them first.")
            }
            guard try !Blocks.exists(between: actor.userId, and: user.id, on: connection) else {
                throw SpotterError.blocked
            }
            guard try Self.relate(trainer: actor.userId, client: user.id, at: now, on: connection) else {
                throw SpotterError(.alreadyExists, "This user is already in your client list")
            }
            return Contact(userId: user.id, displayName: user.displayName, email: user.email)
        }
    }

    /// A trainer's clients, or a client's trainers, by name.
    public func contacts(of actor: Actor) async throws -> [Contact] {
        try await database.read { connection in
            let (own, other) = actor.role == .trainer ? ("trainer_id", "client_id") : ("client_id", "trainer_id")
            return try connection.query(
                """
                SELECT u.id, u.display_name, u.email FROM contacts c JOIN users u ON u.id = c.\(other)
                WHERE c.\(own) = $1 ORDER BY u.display_name, u.id
                """,
                actor.userId,
                row: Self.contact
            )
        }
    }

    /// People who share a group chat with the actor right now.
    public func groupPeers(of actor: Actor) async throws -> [Contact] {
        try await database.read { connection in
            try connection.query(
                """
                SELECT DISTINCT u.id, u.display_name, u.email
                FROM members mine JOIN chats c ON c.id = mine.chat_id AND c.kind = 'group'
                JOIN members theirs ON theirs.chat_id = c.id AND theirs.user_id <> mine.user_id
                JOIN users u ON u.id = theirs.user_id
                WHERE mine.user_id = $1 ORDER BY u.display_name, u.id
                """,
                actor.userId,
                row: Self.contact
            )
        }
    }

    /// Ends the relation. Chats that exist stay; new ones are refused.
    public func removeClient(_ client: UserID, by actor: Actor) async throws {
        try Self.requireTrainer(actor)
        try await database.write { connection in
            let removed = try connection.execute(
                "DELETE FROM contacts WHERE trainer_id = $1 AND client_id = $2",
                actor.userId,
                client
            )
            guard removed == 1 else { throw SpotterError.notFound("client") }
        }
    }

    // MARK: Prospects

    public func addProspect(displayName: String, timezone: String?, by actor: Actor) async throws -> Prospect {
        try Self.requireTrainer(actor)
        let prospect = Prospect(
            id: ids.next(),
            displayName: try Validation.displayName(displayName),
            timezone: try timezone.map { try Accounts.timezone($0) }
        )
        let now = clock.now()
        try await database.write { try prospect.insert(for: actor.userId, at: now, on: $0) }
        return prospect
    }

    public func prospects(of actor: Actor) async throws -> [Prospect] {
        try Self.requireTrainer(actor)
        return try await database.read { connection in
            try connection.query(
                """
                SELECT id, display_name, timezone, converted_to FROM prospects
                WHERE trainer_id = $1 AND converted_to IS NULL ORDER BY display_name, id
                """,
                actor.userId
            ) {
                Prospect(
                    id: try $0.id(0),
                    displayName: try $0.text(1),
                    timezone: try $0.optionalText(2),
                    convertedToClientId: try $0.optionalID(3)
                )
            }
        }
    }

    public func deleteProspect(_ id: ProspectID, by actor: Actor) async throws {
        try Self.requireTrainer(actor)
        try await database.write { connection in
            guard try Self.ownsProspect(id, actor, on: connection) else { throw SpotterError.notFound("prospect") }
            try connection.execute(
                "DELETE FROM calendar_events WHERE prospect_id = $1 AND trainer_id = $2",
                id,
                actor.userId
            )
            try connection.execute("DELETE FROM prospects WHERE id = $1", id)
        }
    }

    /// Turns a prospect into a client with an account: relation and calendar follow, all or nothing.
    public func upgradeProspect(_ id: ProspectID, email: String, by actor: Actor) async throws -> Contact {
        try Self.requireTrainer(actor)
        let address = try Validation.email(email)
        let now = clock.now()
        return try await database.write { connection in
            guard try Self.ownsProspect(id, actor, on: connection) else { throw SpotterError.notFound("prospect") }
            guard let user = try User.find(email: address, on: connection), user.role == .client else {
                throw SpotterError(.notFound, "User not found. Client must have a Spotter account; invite them first.")
            }
            _ = try Self.relate(trainer: actor.userId, client: user.id, at: now, on: connection)
            try connection.execute("UPDATE prospects SET converted_to = $1 WHERE id = $2", user.id, id)
            try connection.execute(
                "UPDATE calendar_events SET client_id = $1, prospect_id = NULL WHERE prospect_id = $2",
                user.id,
                id
            )
            return Contact(userId: user.id, displayName: user.displayName, email: user.email)
        }
    }

    // MARK: Invitations

    /// A one-time code that makes whoever redeems it the trainer's client. Ends after 14 days.
    public func invite(email: String?, by actor: Actor) async throws -> (invitation: Invitation, code: Secret) {
        try Self.requireTrainer(actor)
        let now = clock.now()
        let invitation = Invitation(
            id: ids.next(),
            trainerId: actor.userId,
            email: try email.map { try Validation.email($0) },
            expiresAt: now.adding(seconds: 14 * 86_400)
        )
        let code = mint.make(prefix: "sp_i_")
        try await database.write { connection in
            _ = try connection.execute(
                """
                INSERT INTO invitations (id, trainer_id, email, code_hash, created_at, expires_at)
                VALUES ($1, $2, $3, $4, $5, $6)
                """,
                invitation.id,
                invitation.trainerId,
                invitation.email,
                TokenMint.hash(code),
                now,
                invitation.expiresAt
            )
        }
        return (invitation, code)
    }

    /// Redeems a code; the trainer as the client's contact.
    public func accept(code: Secret, by principal: Principal) async throws -> Contact {
        guard principal.user.role == .client else {
            throw SpotterError(.forbidden, "Only a client can accept a trainer's invitation.")
        }
        let now = clock.now()
        return try await database.write { connection in
            let found = try connection.first(
                """
                SELECT i.id, i.email, i.expires_at, i.accepted_by, u.id, u.display_name, u.email
                FROM invitations i JOIN users u ON u.id = i.trainer_id WHERE i.code_hash = $1
                """,
                TokenMint.hash(code)
            ) {
                (
                    id: try $0.id(0, InvitationID.self), email: try $0.optionalText(1), ends: try $0.timestamp(2),
                    isUsed: !$0.isNull(3),
                    trainer: Contact(userId: try $0.id(4), displayName: try $0.text(5), email: try $0.text(6))
                )
            }
            guard let found, found.email == nil || found.email == principal.user.email else {
                throw SpotterError.notFound("invitation")
            }
            guard !found.isUsed, found.ends > now else {
                throw SpotterError(.expired, "This invitation was used or has ended; ask your trainer for a new one.")
            }
            try connection.execute(
                "UPDATE invitations SET accepted_by = $1, accepted_at = $2 WHERE id = $3",
                principal.userId,
                now,
                found.id
            )
            _ = try Self.relate(trainer: found.trainer.userId, client: principal.userId, at: now, on: connection)
            return found.trainer
        }
    }

    // MARK: Rows

    static func requireTrainer(_ actor: Actor) throws {
        guard Access.can(actor, .manageContacts) else {
            throw SpotterError(.forbidden, "Only a trainer can do this.")
        }
    }

    /// Whether the relation is new.
    package static func relate(
        trainer: UserID,
        client: UserID,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws -> Bool {
        try connection.execute(
            "INSERT INTO contacts (trainer_id, client_id, created_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
            trainer,
            client,
            now
        ) == 1
    }

    private static func ownsProspect(
        _ id: ProspectID,
        _ actor: Actor,
        on connection: any SQLConnection
    ) throws -> Bool {
        let owner = try connection.first(
            "SELECT trainer_id FROM prospects WHERE id = $1 AND converted_to IS NULL",
            id
        ) { try $0.id(0, UserID.self) }
        guard let owner else { return false }
        return Access.can(actor, .own(owner))
    }

    private static func contact(_ row: any SQLRow) throws -> Contact {
        Contact(userId: try row.id(0), displayName: try row.text(1), email: try row.text(2))
    }
}
