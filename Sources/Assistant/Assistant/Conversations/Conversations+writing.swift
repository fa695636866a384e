import Accounts
import AssistantTools
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
        /// What the user wants of all answers.
        let userInstructions: String?
        /// Of an answer to which the new one is an alternative.
        var form = AnswerForm.text
        /// What to delete if nothing of it is to be kept: the first new turn, or the conversation if it is new.
        var added: Added
    }

    enum Added: Sendable {
        case conversation
        case turn(TurnID)
    }

    /// Chooses the model of an answer, in the transaction that stores the question.
    typealias ModelChoice = @Sendable (ConversationSettings, any SQLConnection) throws -> String

    static let historyLength = 10

    /// Stores a question, in a new conversation if none is given.
    /// - Parameters:
    ///   - settings: of a new conversation.
    ///   - archived: whether a new conversation stays out of lists.
    /// - Throws: `not_found` if the conversation isn't the actor's; `invalid_request` for a parent without its conversation.
    func ask(
        _ question: String,
        in conversation: ConversationID?,
        under parent: QuestionParent,
        about chat: ChatID? = nil,
        media: [MediaID] = [],
        settings: ConversationSettings = ConversationSettings(),
        archived: Bool = false,
        model choose: @escaping ModelChoice,
        by actor: Actor
    ) async throws -> Begun {
        let fresh: (conversation: ConversationID, question: TurnID, answer: TurnID) = (
            ids.next(), ids.next(), ids.next()
        )
        let now = clock.now()
        let (begun, revision) = try await database.write { connection in
            if let chat { try Chats.requireMember(actor, of: chat, on: connection) }
            let id = conversation ?? fresh.conversation
            let above: TurnRow?
            let used: ConversationSettings
            let branches = try TurnRow.branches(of: id, on: connection)
            if let conversation {
                used = try Self.head(conversation, of: actor, on: connection).settings
                above = try Self.parent(parent, in: conversation, branches, on: connection)
                try connection.execute("UPDATE conversations SET updated_at = $1 WHERE id = $2", now, id)
                // All earlier questions were deleted, and the title with them.
                try connection.execute(
                    """
                    UPDATE conversations SET title = $1, title_turn_id = $2
                    WHERE id = $3 AND is_titled = 0 AND title_turn_id IS NULL
                    """,
                    Self.title(for: question),
                    fresh.question,
                    id
                )
            } else {
                guard case .latest = parent else {
                    throw SpotterError.invalid("parentId needs the conversationId that it belongs to.")
                }
                (above, used) = (nil, settings)
                try connection.execute(
                    """
                    INSERT INTO conversations
                        (id, owner_id, title, created_at, updated_at, settings, revision, title_turn_id, is_titled,
                            is_archived)
                    VALUES ($1, $2, $3, $4, $4, $5, 0, $6, 0, $7)
                    """,
                    id,
                    actor.userId,
                    Self.title(for: question),
                    now,
                    try settings.stored(),
                    fresh.question,
                    archived
                )
            }
            let revision = try ConversationRevision.advance(id, at: now, on: connection)
            if let above { try Self.choose(above.id, in: branches, as: revision, at: now, on: connection) }
            let model = try choose(used, connection)
            try Self.insert(
                NewTurn(
                    id: fresh.question,
                    role: .user,
                    text: question,
                    parent: above?.id,
                    media: media,
                    selectedAt: Self.rank(ofChildOf: above?.id, in: branches, at: now)
                ),
                in: id,
                as: revision,
                at: now,
                connection
            )
            try Self.insert(
                NewTurn(id: fresh.answer, role: .assistant, parent: fresh.question, model: model),
                in: id,
                as: revision,
                at: now,
                connection
            )
            let begun = Begun(
                conversationId: id,
                answerId: fresh.answer,
                history: try Self.history(endingAt: above?.id, for: actor, on: connection),
                question: question,
                chatId: chat,
                model: model,
                settings: used,
                media: media,
                userInstructions: try Profile.customInstructions(of: actor.userId, on: connection),
                added: conversation == nil ? .conversation : .turn(fresh.question)
            )
            return (begun, revision)
        }
        derived.publish(
            ConversationChange(conversationId: begun.conversationId, revision: revision),
            to: actor.userId
        )
        return begun
    }

    /// Answers the same question again, beside the answers that there are.
    /// - Parameter turn: an answer to it, or the question.
    func askAgain(_ turn: TurnID, model choose: @escaping ModelChoice, by actor: Actor) async throws -> Begun {
        let fresh: TurnID = ids.next()
        let now = clock.now()
        let (begun, revision) = try await database.write { connection in
            let named = try TurnRow.find(turn, of: actor, on: connection)
            let question: TurnRow
            if named.role == .assistant, let id = named.parentId {
                question = try TurnRow.find(id, of: actor, on: connection)
            } else {
                question = named
            }
            guard !question.isErased else {
                throw SpotterError(.conflict, "The words of this question were erased; ask anew.")
            }
            let id = question.conversationId
            let settings = try Self.head(id, of: actor, on: connection).settings
            let model = try choose(settings, connection)
            try connection.execute("UPDATE conversations SET updated_at = $1 WHERE id = $2", now, id)
            let revision = try ConversationRevision.advance(id, at: now, on: connection)
            let branches = try TurnRow.branches(of: id, on: connection)
            try Self.choose(question.id, in: branches, as: revision, at: now, on: connection)
            try Self.insert(
                NewTurn(
                    id: fresh,
                    role: .assistant,
                    parent: question.id,
                    model: model,
                    selectedAt: Self.rank(ofChildOf: question.id, in: branches, at: now)
                ),
                in: id,
                as: revision,
                at: now,
                connection
            )
            let begun = Begun(
                conversationId: id,
                answerId: fresh,
                history: try Self.history(endingAt: question.parentId, for: actor, on: connection),
                question: question.text,
                chatId: try named.stored?.chatId
                    ?? TurnRow.answers(to: question.id, on: connection).compactMap { $0.stored?.chatId }.first,
                model: model,
                settings: settings,
                media: question.media,
                userInstructions: try Profile.customInstructions(of: actor.userId, on: connection),
                form: named.stored?.answer.advice == nil ? .text : .advice,
                added: .turn(fresh)
            )
            return (begun, revision)
        }
        derived.publish(
            ConversationChange(conversationId: begun.conversationId, revision: revision),
            to: actor.userId
        )
        return begun
    }

    // MARK: Rows

    static func title(for question: String) -> String {
        String(question.split(whereSeparator: \.isWhitespace).joined(separator: " ").prefix(titleLength)).trimmed
    }

    private static func parent(
        _ parent: QuestionParent,
        in conversation: ConversationID,
        _ branches: ConversationBranches,
        on connection: any SQLConnection
    ) throws -> TurnRow? {
        let found: TurnRow?
        switch parent {
        case .root: return nil
        case .latest:
            // It may be a question whose answers were deleted.
            found = try (branches.active.last?.id).flatMap { try TurnRow.find($0, in: conversation, on: connection) }
        case .turn(let id):
            found = try TurnRow.find(id, in: conversation, on: connection)
            guard let found else { throw SpotterError.notFound("message") }
            guard found.role == .assistant else {
                throw SpotterError.invalid("parentId must name an answer of this conversation.")
            }
        }
        guard let found else { return nil }
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

    private struct NewTurn {
        let id: TurnID
        let role: TurnRole
        var text = ""
        let parent: TurnID?
        /// Of an answer, which is `running`.
        var model: String?
        var media: [MediaID] = []
        var selectedAt: Timestamp?
    }

    private static func insert(
        _ turn: NewTurn,
        in conversation: ConversationID,
        as revision: Int64,
        at now: Timestamp,
        _ connection: any SQLConnection
    ) throws {
        let state: TurnState = turn.role == .assistant ? .running : .completed
        try connection.execute(
            """
            INSERT INTO turns (id, conversation_id, parent_id, role, text, state, model, created_at, media, selected_at, revision)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
            """,
            turn.id,
            conversation,
            turn.parent,
            turn.role.rawValue,
            turn.text,
            state.rawValue,
            turn.model,
            now,
            turn.media.isEmpty ? nil : turn.media.map(\.description).joined(separator: " "),
            turn.selectedAt,
            revision
        )
        try KeptMedia.keep(turn.media, by: turn.id, on: connection)
    }
}
