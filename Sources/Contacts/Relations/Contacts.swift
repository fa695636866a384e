import Accounts
public import Domain
public import Storage

/// Relations between trainers and clients. They decide who may open a chat with whom.
public struct Contacts: Sendable {
    let database: any Database
    let clock: any WallClock
    let ids: any IDSource
    let prospectObserver: any ProspectObserver
    let tokens = TokenGenerator()

    /// - Parameter prospectObserver: keeps rows that refer to prospects in sync.
    public init(
        database: any Database,
        clock: any WallClock,
        ids: any IDSource,
        prospectObserver: any ProspectObserver
    ) {
        self.database = database
        self.clock = clock
        self.ids = ids
        self.prospectObserver = prospectObserver
    }

    /// Makes the account with this address a client of the trainer.
    /// - Throws: `forbidden` if the actor isn't a trainer, or one of the two has blocked the other; `invalid_request`
    ///   if the address is invalid; `not_found` if no client has it; `already_exists` if the relation exists.
    public func addClient(email: String, by actor: Actor) async throws -> Contact {
        try Self.requireTrainer(actor)
        let address = try Validation.email(email)
        let now = clock.now()
        return try await database.write { connection in
            guard let user = try User.find(email: address, on: connection), user.role == .client else {
                throw SpotterError(.notFound, "User not found. Client must have a Spotter account; invite them first.")
            }
            guard try !BlockRows.exists(between: actor.userId, and: user.id, on: connection) else {
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
                SELECT u.id, u.display_name, u.email FROM contacts c \(User.join("u", on: "c.\(other)"))
                WHERE c.\(own) = $1 ORDER BY u.display_name, u.id
                """,
                actor.userId
            ) { try Contact(row: $0) }
        }
    }

    /// Ends the relation. Existing chats stay; new ones are refused.
    /// - Throws: `forbidden` if the actor isn't a trainer; `not_found` if there is no such relation.
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

    // MARK: Rows

    /// - Throws: `forbidden` if the actor isn't a trainer.
    static func requireTrainer(_ actor: Actor) throws {
        guard Access.can(actor, .manageContacts) else {
            throw SpotterError(.forbidden, "Only a trainer can do this.")
        }
    }

    /// Stores a relation. Returns `false` if it exists.
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
}

extension Contact {
    /// Reads a row of `u.id, u.display_name, u.email`, starting at index `first`.
    init(row: any SQLRow, from first: Int = 0) throws {
        self.init(userId: try row.id(first), displayName: try row.text(first + 1), email: try row.text(first + 2))
    }
}
