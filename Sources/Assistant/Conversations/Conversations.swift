public import Domain
public import SpotterAPI
import Storage

/// Conversations: trees of questions and answers in which nothing is overwritten. For conversations of other users,
/// every method throws `not_found`.
public struct Conversations: Sendable {
    static let titleLength = 40
    static let maxTitleLength = 200

    let database: any Database
    let clock: any WallClock
    let ids: any IDSource
    let derived: DerivedTexts

    init(database: any Database, clock: any WallClock, ids: any IDSource, derived: DerivedTexts) {
        self.database = database
        self.clock = clock
        self.ids = ids
        self.derived = derived
    }

    /// The actor's conversations, most recently used first.
    ///
    /// - Parameters:
    /// - before: the last conversation of the previous page.
    ///   - limit: 1 to 200.
    public func list(
        of actor: Actor,
        before: ConversationID? = nil,
        limit: Int = 50
    ) async throws -> ConversationTree.Page {
        guard (1...200).contains(limit) else { throw SpotterError.invalid("limit must be 1 to 200.") }
        return try await database.read { connection in
            let last = try before.map { try Self.head($0, of: actor, on: connection) }
            let found = try connection.query(
                """
                SELECT \(ConversationHead.columns) FROM conversations
                WHERE owner_id = $1 AND (updated_at < $2 OR (updated_at = $2 AND id < $3))
                ORDER BY updated_at DESC, id DESC LIMIT $4
                """,
                actor.userId,
                last?.updatedAt ?? .latest,
                last?.id ?? ConversationID(high: .max, low: .max),
                limit + 1,
                row: { try ConversationHead(row: $0) }
            )
            return ConversationTree.Page(conversations: Array(found.prefix(limit)), hasMore: found.count > limit)
        }
    }

    /// A conversation with all its turns, and its proposals in their current state. An answer that quotes a message
    /// which the actor can no longer read has no text.
    /// - Throws: `not_found`.
    public func get(_ id: ConversationID, for actor: Actor) async throws -> ConversationTree {
        try await database.read { connection in
            let head = try Self.head(id, of: actor, on: connection)
            let turns = try TurnRow.all(of: id, on: connection).map { try $0.presented(to: actor, on: connection) }
            return ConversationTree(conversation: head, turns: turns, activeId: turns.last?.id)
        }
    }

    /// Changes a conversation's title and how its answers are made.
    /// - Throws: `not_found`; `invalid_request` for the title, of 1 to 200 characters, or a setting.
    func update(
        _ id: ConversationID,
        _ request: UpdateConversationRequest,
        by actor: Actor
    ) async throws -> ConversationHead {
        let title = request.title?.trimmed
        guard title.map(TextLength(1...Self.maxTitleLength).admits) ?? true else {
            throw SpotterError.invalid("Give a title of 1 to \(Self.maxTitleLength) characters.")
        }
        return try await database.write { connection in
            let head = try Self.head(id, of: actor, on: connection)
            let settings = try head.settings.changed(by: request)
            try connection.execute(
                "UPDATE conversations SET title = $1, settings = $2 WHERE id = $3",
                title ?? head.title,
                try settings.stored(),
                id
            )
            return try Self.head(id, of: actor, on: connection)
        }
    }

    /// Removes a conversation and its turns. Its proposals and their audit entries are kept.
    func delete(_ id: ConversationID, by actor: Actor) async throws {
        try await database.write { connection in
            _ = try Self.head(id, of: actor, on: connection)
            try Self.remove(id, on: connection)
        }
    }

    static func remove(_ id: ConversationID, on connection: any SQLConnection) throws {
        connection.markErasure()
        for statement in [
            "UPDATE proposals SET conversation_id = NULL, turn_id = NULL WHERE conversation_id = $1",
            "DELETE FROM turn_sources WHERE turn_id IN (SELECT id FROM turns WHERE conversation_id = $1)",
            "DELETE FROM turns WHERE conversation_id = $1", "DELETE FROM conversations WHERE id = $1",
        ] { try connection.execute(statement, id) }
    }

    /// Marks turns that a crash left `running` as `interrupted`. To be called once, before the first query.
    /// - Returns: the number of these turns.
    @discardableResult
    public func recover() async throws -> Int {
        try await database.write { connection in
            try connection.execute("UPDATE turns SET state = 'interrupted' WHERE state = 'running'")
        }
    }

    static func head(
        _ id: ConversationID,
        of actor: Actor,
        on connection: any SQLConnection
    ) throws -> ConversationHead {
        let found = try connection.first(
            "SELECT owner_id, \(ConversationHead.columns) FROM conversations WHERE id = $1",
            id
        ) { (head: try ConversationHead(row: $0, from: 1), owner: try $0.id(0, UserID.self)) }
        guard let found, Access.can(actor, .own(found.owner)) else { throw SpotterError.notFound("conversation") }
        return found.head
    }
}

extension ConversationHead {
    static let columns = "id, title, created_at, updated_at, settings"

    init(row: any SQLRow, from first: Int = 0) throws {
        self.init(
            id: try row.id(first),
            title: try row.text(first + 1),
            createdAt: try row.timestamp(first + 2),
            updatedAt: try row.timestamp(first + 3),
            settings: try row.optionalText(first + 4).map { try ConversationSettings(stored: $0) }
                ?? ConversationSettings()
        )
    }
}
