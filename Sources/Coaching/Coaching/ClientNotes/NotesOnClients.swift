import Contacts
public import Domain
public import Scheduling
import SpotterAPI
public import Storage

/// What trainers write down about their clients. Nobody but the trainer who wrote it sees it: not the client, not their
/// other trainers; neither search nor the assistant reads it.
///
/// Notes stay when the relation ends, until either account is deleted.
public struct NotesOnClients: Sendable {
    let database: any Database
    let clock: any WallClock
    let publish: ScheduledMessages.Publish

    public init(database: any Database, clock: any WallClock, publish: @escaping ScheduledMessages.Publish) {
        self.database = database
        self.clock = clock
        self.publish = publish
    }

    /// - Throws: `forbidden` if the actor isn't a trainer; `not_found` if the user isn't a client of the actor, unless
    ///   there are notes from when they were.
    public func notes(on client: UserID, for actor: Actor) async throws -> ClientNotes {
        try Self.requireTrainer(actor)
        return try await database.read { connection in
            let notes = try Self.read(client, by: actor.userId, on: connection)
            let isClient = try Contacts.exists(trainer: actor.userId, client: client, on: connection)
            guard isClient || notes.updatedAt != nil || !notes.tags.isEmpty else {
                throw SpotterError.notFound("client")
            }
            return notes
        }
    }

    /// Replaces the text; an empty one removes it.
    /// - Throws: `forbidden` if the actor isn't a trainer; `not_found` if the user isn't a client of the actor;
    ///   `invalid_request` if the text is too long.
    public func write(_ text: String, on client: UserID, by actor: Actor) async throws -> ClientNotes {
        let text = try Validation.messageText(text, mayBeEmpty: true)
        let now = clock.now()
        return try await change(client, by: actor) { connection in
            connection.markErasure()
            guard !text.isEmpty else {
                try connection.execute(
                    "DELETE FROM client_notes WHERE trainer_id = $1 AND client_id = $2",
                    actor.userId,
                    client
                )
                return
            }
            try connection.execute(
                """
                INSERT INTO client_notes (trainer_id, client_id, text, updated_at) VALUES ($1, $2, $3, $4)
                ON CONFLICT (trainer_id, client_id) DO UPDATE
                SET text = excluded.text, updated_at = excluded.updated_at
                """,
                actor.userId,
                client,
                text,
                now
            )
        }
    }

    /// Replaces the tags.
    /// - Throws: `forbidden` if the actor isn't a trainer; `not_found` if the user isn't a client of the actor;
    ///   `invalid_request` if a tag isn't one word of 1 to 30 characters, or there are more than 50.
    public func setTags(_ tags: [String], of client: UserID, by actor: Actor) async throws -> ClientNotes {
        let tags = try ClientTags.normalized(tags)
        return try await change(client, by: actor) { connection in
            connection.markErasure()
            try connection.execute(
                "DELETE FROM client_tags WHERE trainer_id = $1 AND client_id = $2",
                actor.userId,
                client
            )
            for tag in tags {
                try connection.execute(
                    "INSERT INTO client_tags (trainer_id, tag, client_id) VALUES ($1, $2, $3)",
                    actor.userId,
                    tag,
                    client
                )
            }
        }
    }

    /// The actor's tags, each with the present clients who have it.
    /// - Throws: `forbidden` if the actor isn't a trainer.
    public func tags(for actor: Actor) async throws -> [ClientTag] {
        try Self.requireTrainer(actor)
        return try await database.read { try ClientTags.all(of: actor.userId, on: $0) }
    }

    // MARK: Rows

    private func change(
        _ client: UserID,
        by actor: Actor,
        _ body: @escaping @Sendable (any SQLConnection) throws -> Void
    ) async throws -> ClientNotes {
        try Self.requireTrainer(actor)
        let notes = try await database.write { connection in
            guard try Contacts.exists(trainer: actor.userId, client: client, on: connection) else {
                throw SpotterError.notFound("client")
            }
            try body(connection)
            return try Self.read(client, by: actor.userId, on: connection)
        }
        publish(ServerFrames.notes(notes), actor.userId)
        return notes
    }

    static func read(_ client: UserID, by trainer: UserID, on connection: any SQLConnection) throws -> ClientNotes {
        let row = try connection.first(
            "SELECT text, updated_at FROM client_notes WHERE trainer_id = $1 AND client_id = $2",
            trainer,
            client
        ) { (text: try $0.text(0), at: try $0.timestamp(1)) }
        return ClientNotes(
            userId: client,
            text: row?.text ?? "",
            tags: try ClientTags.of(client, by: trainer, on: connection),
            updatedAt: row?.at
        )
    }

    private static func requireTrainer(_ actor: Actor) throws {
        guard Access.can(actor, .manageContacts) else {
            throw SpotterError(.forbidden, "Only a trainer has notes on clients.")
        }
    }
}
