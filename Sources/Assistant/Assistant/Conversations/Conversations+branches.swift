import Domain
import SpotterAPI
import Storage

extension Conversations {
    // MARK: Selecting

    /// Makes a turn part of the active branch. Turns above it are selected only where another branch was.
    /// - Parameter step: 1 or -1 for the next alternative to the turn, or the one before; `nil` for the turn itself.
    ///   Beyond the first and the last one nothing changes.
    /// - Returns: what has changed.
    /// - Throws: `not_found`; `invalid_request` for another step.
    func select(_ turn: TurnID, step: Int?, by actor: Actor) async throws -> ConversationTree {
        guard (-1...1).contains(step ?? 0) else { throw SpotterError.invalid("step is 1, -1, or left out.") }
        let now = clock.now()
        let tree = try await database.write { connection in
            let conversation = try TurnRow.find(turn, of: actor, on: connection).conversationId
            let before = try Self.head(conversation, of: actor, on: connection).revision
            let branches = try TurnRow.branches(of: conversation, on: connection)
            if let chosen = Self.alternative(to: turn, step, in: branches),
                branches.path(to: chosen).contains(where: { branches.chosen(below: $0.parentId) != $0 })
            {
                let revision = try ConversationRevision.advance(conversation, at: now, on: connection)
                try Self.choose(chosen, in: branches, as: revision, at: now, on: connection)
            }
            return try Self.tree(conversation, since: before, for: actor, on: connection)
        }
        publish(tree, to: actor.userId)
        return tree
    }

    private static func alternative(to turn: TurnID, _ step: Int?, in branches: ConversationBranches) -> TurnID? {
        guard let step, step != 0 else { return turn }
        guard let siblings = branches[turn].map(branches.siblings),
            let place = siblings.firstIndex(where: { $0.id == turn }), siblings.indices.contains(place + step)
        else { return nil }
        return siblings[place + step].id
    }

    /// Selects a turn and those above it where they aren't on the active branch.
    static func choose(
        _ turn: TurnID,
        in branches: ConversationBranches,
        as revision: Int64,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws {
        for node in branches.path(to: turn) {
            guard let chosen = branches.chosen(below: node.parentId), chosen != node else { continue }
            try connection.execute(
                "UPDATE turns SET selected_at = $1, revision = $2 WHERE id = $3",
                max(now, chosen.rank.adding(milliseconds: 1)),
                revision,
                node.id
            )
        }
    }

    /// When a new turn has to be selected so that it is on the active branch: `nil` if being the newest is enough. It isn't
    /// if the clock was set back, or an alternative was selected in this millisecond.
    static func rank(ofChildOf parent: TurnID?, in branches: ConversationBranches, at now: Timestamp) -> Timestamp? {
        guard let highest = branches.chosen(below: parent)?.rank, highest >= now else { return nil }
        return highest.adding(milliseconds: 1)
    }

    // MARK: Deleting

    /// The conversation of a turn, and the turn with everything below it.
    func subtree(of turn: TurnID, for actor: Actor) async throws -> (conversation: ConversationID, turns: Set<TurnID>) {
        try await database.read { connection in
            let row = try TurnRow.find(turn, of: actor, on: connection)
            return (row.conversationId, Set(try Self.subtree(of: turn, on: connection)))
        }
    }

    private static func subtree(of turn: TurnID, on connection: any SQLConnection) throws -> [TurnID] {
        try connection.query(
            """
            WITH RECURSIVE below (id) AS (
                SELECT id FROM turns WHERE id = $1
                UNION SELECT t.id FROM below b JOIN turns t ON t.parent_id = b.id WHERE t.deleted_at IS NULL
            )
            SELECT id FROM below
            """,
            turn
        ) { try $0.id(0) }
    }

    /// Deletes a turn with everything below it. Rows without words stay, so that other devices learn of it. The title goes
    /// along if it was made from one of these turns. Proposals and their audit entries are kept.
    /// - Returns: what has changed.
    func deleteTurns(from turn: TurnID, by actor: Actor) async throws -> ConversationTree {
        let now = clock.now()
        let tree = try await database.write { connection in
            let conversation = try TurnRow.find(turn, of: actor, on: connection).conversationId
            let before = try Self.head(conversation, of: actor, on: connection).revision
            let deleted = try Self.subtree(of: turn, on: connection)
            connection.markErasure()
            let revision = try ConversationRevision.advance(conversation, at: now, on: connection)
            try ProposalSources.detach(from: deleted, on: connection)
            for id in deleted {
                try connection.execute(
                    """
                    UPDATE turns SET text = '', answer = NULL, media = NULL, selected_at = NULL, rating = NULL,
                        erased_at = $1, deleted_at = $1, revision = $2,
                        state = CASE WHEN state = 'running' THEN 'stopped' ELSE state END
                    WHERE id = $3
                    """,
                    now,
                    revision,
                    id
                )
                try AdviceRow.remove(id, on: connection)
            }
            try Self.renewTitle(of: conversation, on: connection)
            return try Self.tree(conversation, since: before, for: actor, on: connection)
        }
        publish(tree, to: actor.userId)
        return tree
    }

    static let emptyTitle = "New conversation"

    /// Makes the title anew if the question that it was made from was deleted.
    private static func renewTitle(of conversation: ConversationID, on connection: any SQLConnection) throws {
        let isGone = try connection.exists(
            """
            SELECT 1 FROM conversations c JOIN turns t ON t.id = c.title_turn_id
            WHERE c.id = $1 AND t.deleted_at IS NOT NULL
            """,
            conversation
        )
        guard isGone else { return }
        let first = try connection.first(
            """
            SELECT \(TurnRow.columns) FROM turns t
            WHERE t.conversation_id = $1 AND t.role = 'user' AND t.deleted_at IS NULL ORDER BY t.created_at, t.id LIMIT 1
            """,
            conversation,
            row: TurnRow.init(row:)
        )
        try connection.execute(
            "UPDATE conversations SET title = $1, title_turn_id = $2, is_titled = 0 WHERE id = $3",
            first.map { $0.isErased ? ErasedTexts.title : title(for: $0.text) } ?? emptyTitle,
            first?.id,
            conversation
        )
    }

    func publish(_ tree: ConversationTree, to owner: UserID) {
        guard tree.conversation.revision != tree.since else { return }
        derived.publish(
            ConversationChange(conversationId: tree.conversation.id, revision: tree.conversation.revision),
            to: owner
        )
    }
}
