import Accounts
public import Domain
public import Storage

/// Relations between trainers and clients, which the client has agreed to. They decide who may open a chat with whom.
public struct Contacts: Sendable {
    let database: any Database
    let clock: any WallClock
    let ids: any IDSource
    let observer: any ContactObserver
    let prospectObserver: any ProspectObserver
    let tokens = TokenGenerator()

    /// - Parameters:
    ///   - observer: learns of relations and requests.
    ///   - prospectObserver: keeps rows that refer to prospects in sync.
    public init(
        database: any Database,
        clock: any WallClock,
        ids: any IDSource,
        observer: any ContactObserver,
        prospectObserver: any ProspectObserver
    ) {
        self.database = database
        self.clock = clock
        self.ids = ids
        self.observer = observer
        self.prospectObserver = prospectObserver
    }

    /// A trainer's clients, or a client's trainers, by name.
    public func contacts(of actor: Actor) async throws -> [Contact] {
        try await database.read { connection in
            let (own, other) = actor.role == .trainer ? ("trainer_id", "client_id") : ("client_id", "trainer_id")
            return try connection.query(
                """
                SELECT u.id, u.display_name, u.email, u.timezone FROM contacts c \(User.join("u", on: "c.\(other)"))
                WHERE c.\(own) = $1 ORDER BY u.display_name, u.id
                """,
                actor.userId
            ) { try Contact(row: $0) }
        }
    }

    /// Whether `client` is a client of `trainer`.
    public func has(client: UserID, of trainer: UserID) async throws -> Bool {
        try await database.read { try Self.exists(trainer: trainer, client: client, on: $0) }
    }

    /// Ends a relation, from either side. The two no longer see whether the other is there. Existing chats stay; new
    /// ones are refused.
    ///
    /// A trainer who has ended it may take the client back for 30 days, unless the client objects, which they do by
    /// ending it as well. If the client has ended it, the trainer's requests don't reach them for 90 days.
    /// - Throws: `not_found` if there is no such relation.
    public func remove(_ other: UserID, by actor: Actor) async throws {
        let id: ContactRequestID = ids.next()
        let now = clock.now()
        let (trainer, client) = actor.role == .trainer ? (actor.userId, other) : (other, actor.userId)
        try await database.write { connection in
            let hasEnded =
                try connection.execute(
                    "DELETE FROM contacts WHERE trainer_id = $1 AND client_id = $2",
                    trainer,
                    client
                ) == 1
            guard let email = try User.find(client, on: connection)?.email else {
                throw SpotterError.notFound("contact")
            }
            let row = try ContactRequestRows.find(from: trainer, to: email, on: connection)
            let objects = actor.role == .client && row?.holds(.agreed, at: now) == true
            guard hasEnded || objects else { throw SpotterError.notFound("contact") }
            let answer: ContactRequestRows.Answer = actor.role == .trainer ? .agreed : .declined
            try ContactRequestRows.remember(answer, as: id, from: trainer, to: email, at: now, on: connection)
            try observer.relationWillChange(between: trainer, and: client, on: connection)
        }
        observer.relationDidChange(between: trainer, and: client)
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
    /// Reads a row of `u.id, u.display_name, u.email, u.timezone`.
    init(row: any SQLRow) throws {
        self.init(
            userId: try row.id(0),
            displayName: try row.text(1),
            email: try row.text(2),
            timezone: try row.text(3)
        )
    }

    init(_ user: User) {
        self.init(userId: user.id, displayName: user.displayName, email: user.email, timezone: user.timezone)
    }
}
