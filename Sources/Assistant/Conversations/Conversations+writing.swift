import Domain
import Messaging
import SpotterAPI
import Storage

extension Conversations {
    /// A stored question, with an empty answer that is `running`.
    struct Begun: Sendable {
        let conversationId: ConversationID
        let answerId: TurnID
        /// The branch above the question, oldest first.
        let history: [HistoryTurn]
        let question: String
        /// The only chat whose messages may answer.
        let chatId: ChatID?
        /// The name of the model that answers.
        let model: String
        let settings: ConversationSettings
        /// The files that the question brought along.
        let media: [MediaID]
        /// Of an answer to which the new one is an alternative.
        var form = AnswerForm.text
    }

    /// Chooses the model of an answer, in the transaction that stores the question.
    typealias ModelChoice = @Sendable (ConversationSettings, any SQLConnection) throws -> String

    static let historyLength = 10

    /// Stores a question, in a new conversation if none is given.
    /// - Parameter settings: of a new conversation.
    /// - Throws: `not_found` if the conversation isn't the actor's; `invalid_request` for a parent without its conversation.
    func ask(
        _ question: String,
        in conversation: ConversationID?,
        under parent: QuestionParent,
        about chat: ChatID? = nil,
        media: [MediaID] = [],
        settings: ConversationSettings = ConversationSettings(),
        model choose: @escaping ModelChoice,
        by actor: Actor
    ) async throws -> Begun {
        let fresh: (conversation: ConversationID, question: TurnID, answer: TurnID) = (
            ids.next(), ids.next(), ids.next()
        )
        let now = clock.now()
        return try await database.write { connection in
            if let chat { try Chats.requireMember(actor, of: chat, on: connection) }
            let id = conversation ?? fresh.conversation
            let above: TurnRow?
            let used: ConversationSettings
            if let conversation {
                used = try Self.head(conversation, of: actor, on: connection).settings
                above = try Self.parent(parent, in: conversation, on: connection)
                try connection.execute("UPDATE conversations SET updated_at = $1 WHERE id = $2", now, id)
            } else {
                guard case .latest = parent else {
                    throw SpotterError.invalid("parentId needs the conversationId that it belongs to.")
                }
                (above, used) = (nil, settings)
                try connection.execute(
                    """
                    INSERT INTO conversations (id, owner_id, title, created_at, updated_at, settings)
                    VALUES ($1, $2, $3, $4, $4, $5)
                    """,
                    id,
                    actor.userId,
                    Self.title(for: question),
                    now,
                    try settings.stored()
                )
            }
            let model = try choose(used, connection)
            try Self.insert(
                fresh.question,
                .user,
                question,
                .completed,
                in: id,
                under: above?.id,
                media: media,
                at: now,
                connection
            )
            try Self.insertAnswer(fresh.answer, in: id, under: fresh.question, model: model, at: now, connection)
            return Begun(
                conversationId: id,
                answerId: fresh.answer,
                history: try Self.history(endingAt: above?.id, for: actor, on: connection),
                question: question,
                chatId: chat,
                model: model,
                settings: used,
                media: media
            )
        }
    }

    /// Adds an alternative to `answer`, for the same question.
    func askAgain(_ answer: TurnID, model choose: @escaping ModelChoice, by actor: Actor) async throws -> Begun {
        let fresh: TurnID = ids.next()
        let now = clock.now()
        return try await database.write { connection in
            let old = try TurnRow.find(answer, of: actor, on: connection)
            guard old.role == .assistant, let questionId = old.parentId else {
                throw SpotterError.invalid("Only an answer can be made anew; to change a question, ask it again.")
            }
            let question = try TurnRow.find(questionId, of: actor, on: connection)
            let id = old.conversationId
            let settings = try Self.head(id, of: actor, on: connection).settings
            let model = try choose(settings, connection)
            try connection.execute("UPDATE conversations SET updated_at = $1 WHERE id = $2", now, id)
            try Self.insertAnswer(fresh, in: id, under: questionId, model: model, at: now, connection)
            return Begun(
                conversationId: id,
                answerId: fresh,
                history: try Self.history(endingAt: question.parentId, for: actor, on: connection),
                question: question.text,
                chatId: old.stored?.chatId,
                model: model,
                settings: settings,
                media: question.media,
                form: old.stored?.answer.advice == nil ? .text : .advice
            )
        }
    }

    /// Stores the result of an answer with its sources, unless one of them can't be read any more.
    /// - Returns: whether the answer was erased instead.
    func finish(_ turn: TurnID, _ state: TurnState, with stored: StoredAnswer) async throws -> Bool {
        let json = try stored.json()
        return try await database.write { [derived] connection in
            let found = try connection.first(
                """
                SELECT c.owner_id, t.erased_at FROM turns t JOIN conversations c ON c.id = t.conversation_id
                WHERE t.id = $1
                """,
                turn
            ) { (owner: try $0.id(0, UserID.self), isErased: !$0.isNull(1)) }
            guard let found else { return true }
            try connection.execute(
                "UPDATE turns SET state = $1, input_tokens = $2, output_tokens = $3 WHERE id = $4",
                state.rawValue,
                stored.answer.usage.inputTokens,
                stored.answer.usage.outputTokens,
                turn
            )
            guard !found.isErased else { return true }
            let visible = VisibleMessageReader(reader: found.owner, connection: connection)
            for message in stored.allSources {
                guard let chat = try visible.chat(of: message) else {
                    try derived.eraser(on: connection).erase(turns: [turn])
                    return true
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
            return false
        }
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

    private static func title(for question: String) -> String {
        String(question.split(whereSeparator: \.isWhitespace).joined(separator: " ").prefix(titleLength)).trimmed
    }

    private static func parent(
        _ parent: QuestionParent,
        in conversation: ConversationID,
        on connection: any SQLConnection
    ) throws -> TurnRow? {
        let found: TurnRow?
        switch parent {
        case .root: return nil
        case .latest:
            found = try connection.first(
                """
                SELECT \(TurnRow.columns) FROM turns t WHERE t.conversation_id = $1
                ORDER BY t.created_at DESC, t.id DESC LIMIT 1
                """,
                conversation,
                row: TurnRow.init(row:)
            )
        case .turn(let id):
            found = try connection.first(
                "SELECT \(TurnRow.columns) FROM turns t WHERE t.id = $1 AND t.conversation_id = $2",
                id,
                conversation,
                row: TurnRow.init(row:)
            )
            guard found != nil else { throw SpotterError.notFound("message") }
        }
        guard let found else { return nil }
        guard found.role == .assistant else {
            throw SpotterError.invalid("parentId must name an answer of this conversation.")
        }
        guard found.state != .running else {
            throw SpotterError(
                .conflict,
                "The assistant is still answering; wait for the end of it or stop it first.",
                retryable: true
            )
        }
        return found
    }

    private static func history(
        endingAt id: TurnID?,
        for actor: Actor,
        on connection: any SQLConnection
    ) throws -> [HistoryTurn] {
        guard let id else { return [] }
        return try TurnRow.branch(endingAt: id, limit: historyLength, on: connection).map {
            try HistoryTurn($0, for: actor, on: connection)
        }
    }

    private static func insertAnswer(
        _ id: TurnID,
        in conversation: ConversationID,
        under question: TurnID,
        model: String,
        at now: Timestamp,
        _ connection: any SQLConnection
    ) throws {
        try insert(id, .assistant, "", .running, in: conversation, under: question, model: model, at: now, connection)
    }

    private static func insert(
        _ id: TurnID,
        _ role: TurnRole,
        _ text: String,
        _ state: TurnState,
        in conversation: ConversationID,
        under parent: TurnID?,
        model: String? = nil,
        media: [MediaID] = [],
        at now: Timestamp,
        _ connection: any SQLConnection
    ) throws {
        try connection.execute(
            """
            INSERT INTO turns (id, conversation_id, parent_id, role, text, state, model, created_at, media)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
            """,
            id,
            conversation,
            parent,
            role.rawValue,
            text,
            state.rawValue,
            model,
            now,
            media.isEmpty ? nil : media.map(\.description).joined(separator: " ")
        )
    }
}
