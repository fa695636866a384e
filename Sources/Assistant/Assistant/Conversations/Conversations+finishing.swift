import Domain
import Messaging
import SpotterAPI
import Storage

extension Conversations {
    /// What became of an answer that ended.
    enum Finished: Sendable {
        /// - Parameter untitled: the question, if a language model is to make the conversation's title from it.
        case stored(untitled: UntitledQuestion?)
        /// A message that it was made from is gone.
        case erased
        /// Its owner has deleted it.
        case deleted
    }

    /// The first question with content, of a conversation whose title is still the beginning of a question.
    struct UntitledQuestion: Sendable, Hashable {
        let id: TurnID
        let text: String
    }

    /// Stores the result of an answer with its sources, unless one of them can't be read any more, and gives the
    /// conversation a title if it has none yet.
    /// - Parameter titles: whether a language model makes titles; otherwise rules do, at once.
    func finish(
        _ turn: TurnID,
        _ state: TurnState,
        with stored: StoredAnswer,
        titles byModel: Bool
    ) async throws -> Finished {
        let json = try stored.json()
        let now = clock.now()
        let result = try await database.write { [derived] connection -> (Finished, UserID, ConversationChange)? in
            guard let found = try Self.running(turn, on: connection) else { return nil }
            let revision = try ConversationRevision.advance(found.conversation, at: now, on: connection)
            let change = ConversationChange(conversationId: found.conversation, revision: revision)
            try connection.execute(
                "UPDATE turns SET state = $1, input_tokens = $2, output_tokens = $3, revision = $4 WHERE id = $5",
                state.rawValue,
                stored.answer.usage.inputTokens,
                stored.answer.usage.outputTokens,
                revision,
                turn
            )
            guard !found.isErased else { return (.erased, found.owner, change) }
            let visible = VisibleMessageReader(reader: found.owner, connection: connection)
            for message in stored.allSources {
                guard let chat = try visible.chat(of: message) else {
                    try derived.eraser(on: connection).erase(turns: [turn])
                    let erased = try Self.revision(of: found.conversation, on: connection)
                    return (.erased, found.owner, .init(conversationId: found.conversation, revision: erased))
                }
                try TurnSources.insert(message, in: chat, of: turn, owner: found.owner, on: connection)
            }
            try connection.execute(
                "UPDATE turns SET text = $1, answer = $2 WHERE id = $3",
                stored.answer.text,
                json,
                turn
            )
            if state == .completed { try AdviceRow.insert(stored.answer, of: found.owner, on: connection) }
            let untitled =
                state == .completed ? try Self.untitledQuestion(of: turn, in: found, on: connection) : nil
            guard let untitled else { return (.stored(untitled: nil), found.owner, change) }
            if byModel { return (.stored(untitled: untitled), found.owner, change) }
            if let title = QuestionTitle.title(of: untitled.text) {
                try Self.entitle(found.conversation, title, from: untitled.id, on: connection)
            }
            return (.stored(untitled: nil), found.owner, change)
        }
        guard let (finished, owner, change) = result else { return .deleted }
        derived.publish(change, to: owner)
        return finished
    }

    /// Stores a title that was made for a conversation, unless its owner has chosen one meanwhile.
    func entitle(_ conversation: ConversationID, _ title: String, from question: TurnID) async throws {
        let now = clock.now()
        let done = try await database.write { connection -> (owner: UserID, revision: Int64)? in
            guard try Self.entitle(conversation, title, from: question, on: connection) else { return nil }
            let revision = try ConversationRevision.advance(conversation, at: now, on: connection)
            return try connection.first("SELECT owner_id FROM conversations WHERE id = $1", conversation) {
                (try $0.id(0, UserID.self), revision)
            }
        }
        guard let done else { return }
        derived.publish(ConversationChange(conversationId: conversation, revision: done.revision), to: done.owner)
    }

    /// One of the actor's turns in its current state, and the error if it failed.
    /// - Throws: `not_found` unless the turn is the actor's.
    func turn(_ id: TurnID, for actor: Actor) async throws -> (turn: ConversationTurn, failure: SpotterError?) {
        try await database.read { connection in
            let row = try TurnRow.find(id, of: actor, on: connection)
            return (try row.presented(to: actor, on: connection), row.stored?.failure?.error)
        }
    }

    // MARK: Rows

    private struct Running {
        let conversation: ConversationID
        let owner: UserID
        let question: TurnID?
        let isErased: Bool
    }

    /// `nil` if the turn was deleted.
    private static func running(_ turn: TurnID, on connection: any SQLConnection) throws -> Running? {
        try connection.first(
            """
            SELECT c.id, c.owner_id, t.parent_id, t.erased_at FROM turns t JOIN conversations c ON c.id = t.conversation_id
            WHERE t.id = $1 AND t.deleted_at IS NULL
            """,
            turn
        ) { row in
            Running(
                conversation: try row.id(0),
                owner: try row.id(1),
                question: try row.optionalID(2),
                isErased: !row.isNull(3)
            )
        }
    }

    private static func revision(of conversation: ConversationID, on connection: any SQLConnection) throws -> Int64 {
        try connection.first("SELECT revision FROM conversations WHERE id = $1", conversation) { try $0.int(0) } ?? 0
    }

    /// A question without content, such as "hello", gives no title; the next one does.
    private static func untitledQuestion(
        of turn: TurnID,
        in running: Running,
        on connection: any SQLConnection
    ) throws -> UntitledQuestion? {
        guard let question = running.question else { return nil }
        let text = try connection.first(
            """
            SELECT q.text FROM turns q JOIN conversations c ON c.id = q.conversation_id
            WHERE q.id = $1 AND c.is_titled = 0 AND q.erased_at IS NULL
            """,
            question
        ) { try $0.text(0) }
        guard let text, QuestionTitle.title(of: text) != nil else { return nil }
        return UntitledQuestion(id: question, text: text)
    }

    /// - Returns: whether the conversation had no title yet, and the question is still there.
    @discardableResult
    private static func entitle(
        _ conversation: ConversationID,
        _ title: String,
        from question: TurnID,
        on connection: any SQLConnection
    ) throws -> Bool {
        try connection.execute(
            """
            UPDATE conversations SET title = $1, title_turn_id = $2, is_titled = 1
            WHERE id = $3 AND is_titled = 0
                AND EXISTS (SELECT 1 FROM turns WHERE id = $2 AND erased_at IS NULL)
            """,
            title,
            question,
            conversation
        ) > 0
    }
}
