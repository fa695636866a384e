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

    /// A conversation with all its turns, and its proposals in their current state. An answer that quotes a message
    /// which the actor can no longer read has no text.
    /// - Parameter since: a revision of the conversation; only what has changed after it is told. One that is no
    ///   revision of this conversation's past is answered with everything.
    /// - Throws: `not_found`.
    public func get(_ id: ConversationID, since: Int64? = nil, for actor: Actor) async throws -> ConversationTree {
        try await database.read { try Self.tree(id, since: since, for: actor, on: $0) }
    }

    static func tree(
        _ id: ConversationID,
        since: Int64? = nil,
        for actor: Actor,
        on connection: any SQLConnection
    ) throws -> ConversationTree {
        let head = try head(id, of: actor, on: connection)
        let since = since.flatMap { $0 <= head.revision && $0 > 0 ? $0 : nil }
        let turns = try TurnRow.all(of: id, since: since ?? 0, on: connection)
        let branches = try TurnRow.branches(of: id, on: connection)
        return ConversationTree(
            conversation: head,
            since: since,
            turns: try turns.map { try $0.presented(to: actor, on: connection) },
            deletedIds: try since.map { try TurnRow.deleted(in: id, since: $0, on: connection) } ?? [],
            activeId: branches.active.last?.id,
            branch: branches.steps
        )
    }

    /// Changes a conversation's title, place in lists, and how its answers are made.
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
        let now = clock.now()
        let head = try await database.write { connection in
            let head = try Self.head(id, of: actor, on: connection)
            let settings = try head.settings.changed(by: request)
            try connection.execute(
                "UPDATE conversations SET settings = $1, is_pinned = $2, is_archived = $3 WHERE id = $4",
                try settings.stored(),
                request.isPinned ?? head.isPinned,
                request.isArchived ?? head.isArchived,
                id
            )
            if let title {
                try connection.execute(
                    "UPDATE conversations SET title = $1, title_turn_id = NULL, is_titled = 1 WHERE id = $2",
                    title,
                    id
                )
            }
            try ConversationRevision.advance(id, at: now, on: connection)
            return try Self.head(id, of: actor, on: connection)
        }
        derived.publish(ConversationChange(conversationId: id, revision: head.revision), to: actor.userId)
        return head
    }

    /// Removes a conversation and its turns. Its proposals and their audit entries are kept.
    func delete(_ id: ConversationID, by actor: Actor) async throws {
        let revision = try await database.write { connection in
            let head = try Self.head(id, of: actor, on: connection)
            try Self.remove(id, on: connection)
            return head.revision
        }
        derived.publish(
            ConversationChange(conversationId: id, revision: revision + 1, deleted: true),
            to: actor.userId
        )
    }

    static func remove(_ id: ConversationID, on connection: any SQLConnection) throws {
        connection.markErasure()
        let turns = try connection.query("SELECT id FROM turns WHERE conversation_id = $1", id) {
            try $0.id(0, TurnID.self)
        }
        try ProposalSources.detach(from: turns, on: connection)
        for statement in [
            "UPDATE proposals SET conversation_id = NULL WHERE conversation_id = $1",
            "DELETE FROM turns WHERE conversation_id = $1", "DELETE FROM conversations WHERE id = $1",
        ] { try connection.execute(statement, id) }
    }

    /// Marks turns that a crash left `running` as `interrupted`.
    /// - Parameter limit: they were begun before.
    /// - Returns: the number of these turns.
    @discardableResult
    public func recover(begunBefore limit: Timestamp = .latest) async throws -> Int {
        let now = clock.now()
        return try await database.write { connection in
            let running = try connection.query(
                "SELECT id, conversation_id FROM turns WHERE state = 'running' AND created_at <= $1",
                limit
            ) { (id: try $0.id(0, TurnID.self), conversation: try $0.id(1, ConversationID.self)) }
            for turn in running {
                let revision = try ConversationRevision.advance(turn.conversation, at: now, on: connection)
                try connection.execute(
                    "UPDATE turns SET state = 'interrupted', revision = $1 WHERE id = $2",
                    revision,
                    turn.id
                )
            }
            return running.count
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
