import Domain
import Messaging
import SpotterAPI
import Storage

/// A row of the table `turns`.
struct TurnRow: Sendable {
    let id: TurnID
    let conversationId: ConversationID
    let parentId: TurnID?
    let role: TurnRole
    let text: String
    let state: TurnState
    let stored: StoredAnswer?
    let createdAt: Timestamp
    /// The name of the model that answered; `nil` for a question.
    let model: String?
    /// Whether its words were erased. What is left is the marker in `text`.
    let isErased: Bool
    /// The files that a question brought along.
    let media: [MediaID]
    /// When it was chosen among its alternatives last.
    let selectedAt: Timestamp?
    let rating: AnswerRating?

    static let columns =
        """
        t.id, t.conversation_id, t.parent_id, t.role, t.text, t.state, t.answer, t.created_at, t.model, t.erased_at,
        t.media, t.selected_at, t.rating
        """

    init(row: any SQLRow) throws {
        id = try row.id(0)
        conversationId = try row.id(1)
        parentId = try row.optionalID(2)
        role = try row.word(3)
        text = try row.text(4)
        state = try row.word(5)
        stored = try row.optionalText(6).map { try StoredAnswer(json: $0) }
        createdAt = try row.timestamp(7)
        model = try row.optionalText(8)
        isErased = !row.isNull(9)
        media = (try row.optionalText(10) ?? "").split(separator: " ").compactMap { MediaID(String($0)) }
        selectedAt = try row.optionalTimestamp(11)
        rating = row.isNull(12) ? nil : try row.word(12)
    }

    /// - Parameter since: a revision; only turns that changed after it are returned.
    static func all(
        of conversation: ConversationID,
        since: Int64 = 0,
        on connection: any SQLConnection
    ) throws -> [TurnRow] {
        try connection.query(
            """
            SELECT \(columns) FROM turns t WHERE t.conversation_id = $1 AND t.revision > $2 AND t.deleted_at IS NULL
            ORDER BY t.created_at, t.id
            """,
            conversation,
            since,
            row: TurnRow.init(row:)
        )
    }

    /// The turns that were deleted after a revision.
    static func deleted(
        in conversation: ConversationID,
        since: Int64,
        on connection: any SQLConnection
    ) throws -> [TurnID] {
        try connection.query(
            """
            SELECT id FROM turns WHERE conversation_id = $1 AND revision > $2 AND deleted_at IS NOT NULL
            ORDER BY created_at, id
            """,
            conversation,
            since
        ) { try $0.id(0) }
    }

    static func branches(
        of conversation: ConversationID,
        on connection: any SQLConnection
    ) throws -> ConversationBranches {
        ConversationBranches(
            try connection.query(
                """
                SELECT id, parent_id, role, created_at, selected_at FROM turns
                WHERE conversation_id = $1 AND deleted_at IS NULL
                """,
                conversation
            ) { row in
                .init(
                    id: try row.id(0),
                    parentId: try row.optionalID(1),
                    role: try row.word(2),
                    createdAt: try row.timestamp(3),
                    selectedAt: try row.optionalTimestamp(4)
                )
            }
        )
    }

    /// - Throws: `not_found` unless the turn is the actor's and wasn't deleted.
    static func find(_ id: TurnID, of actor: Actor, on connection: any SQLConnection) throws -> TurnRow {
        let found = try connection.first(
            "SELECT \(columns) FROM turns t WHERE t.id = $1 AND t.deleted_at IS NULL",
            id,
            row: TurnRow.init(row:)
        )
        guard let found else { throw SpotterError.notFound("message") }
        do {
            _ = try Conversations.head(found.conversationId, of: actor, on: connection)
        } catch {
            throw SpotterError.notFound("message")
        }
        return found
    }

    /// `nil` if the conversation has no such turn, or no longer.
    static func find(
        _ id: TurnID,
        in conversation: ConversationID,
        on connection: any SQLConnection
    ) throws -> TurnRow? {
        try connection.first(
            "SELECT \(columns) FROM turns t WHERE t.id = $1 AND t.conversation_id = $2 AND t.deleted_at IS NULL",
            id,
            conversation,
            row: TurnRow.init(row:)
        )
    }

    /// The answers to a question, newest first.
    static func answers(to question: TurnID, on connection: any SQLConnection) throws -> [TurnRow] {
        try connection.query(
            """
            SELECT \(columns) FROM turns t
            WHERE t.parent_id = $1 AND t.role = 'assistant' AND t.deleted_at IS NULL
            ORDER BY t.created_at DESC, t.id DESC
            """,
            question,
            row: TurnRow.init(row:)
        )
    }

    /// The turn and its ancestors, oldest first, at most `limit`.
    static func branch(endingAt id: TurnID, limit: Int, on connection: any SQLConnection) throws -> [TurnRow] {
        try connection.query(
            """
            WITH RECURSIVE branch (id, parent_id, depth) AS (
                SELECT id, parent_id, 1 FROM turns WHERE id = $1
                UNION ALL
                SELECT t.id, t.parent_id, b.depth + 1 FROM turns t JOIN branch b ON t.id = b.parent_id
                WHERE b.depth < $2
            )
            SELECT \(columns) FROM branch b JOIN turns t ON t.id = b.id ORDER BY b.depth DESC
            """,
            id,
            limit,
            row: TurnRow.init(row:)
        )
    }

    // MARK: As its owner may see it

    static let withheldText =
        "This answer quoted messages that were deleted or changed, or that you may no longer read."

    /// The turn without what its owner may no longer read, and with its proposals in their current state.
    func presented(to owner: Actor, on connection: any SQLConnection) throws -> ConversationTurn {
        let isWithheld = try !isReadable(by: owner, on: connection)
        var answer = stored?.answer ?? erasedAnswer
        if isWithheld {
            answer?.text = Self.withheldText
            answer?.citations = []
            answer?.needs = nil
            answer?.advice = nil
        }
        let proposals = try answer?.proposals.map { try $0.refreshed(on: connection) }
        answer?.proposals = proposals ?? []
        return ConversationTurn(
            id: id,
            parentId: parentId,
            role: role,
            text: isWithheld ? Self.withheldText : text,
            state: state,
            answer: answer,
            mediaIds: media,
            thinking: isWithheld ? nil : stored?.thinking,
            createdAt: createdAt,
            selectedAt: selectedAt,
            rating: rating
        )
    }

    private var erasedAnswer: AssistantAnswer? {
        guard isErased, role == .assistant, state != .running else { return nil }
        return AssistantAnswer(conversationId: conversationId, messageId: id, text: text, model: model ?? "")
    }

    /// Whether each message that this answer was made from still exists, unchanged since, in a chat of which `reader` is
    /// currently a member. A model was also given the answers above, and with them what they were made from.
    func isReadable(by reader: Actor, on connection: any SQLConnection) throws -> Bool {
        guard role == .assistant, !isErased else { return true }
        let readsHistory = model != AssistantService.builtInName
        return try !connection.exists(
            """
            WITH RECURSIVE above (id, depth) AS (
                SELECT t.id, 0 FROM turns t WHERE t.id = $1
                UNION ALL
                SELECT t.parent_id, a.depth + 1 FROM above a JOIN turns t ON t.id = a.id
                WHERE t.parent_id IS NOT NULL AND a.depth < $2
            )
            SELECT 1 FROM above a JOIN turn_sources s ON s.turn_id = a.id
            WHERE NOT EXISTS (
                SELECT 1 FROM turn_sources o \(VisibleMessages.join(on: "o.message_id", to: "$3"))
                WHERE o.turn_id = s.turn_id AND o.message_id = s.message_id
                    AND \(VisibleMessages.isUnchanged("m", since: "$4"))
            ) LIMIT 1
            """,
            id,
            readsHistory ? Self.maxDepth : 0,
            reader.userId,
            createdAt
        )
    }

    private static let maxDepth = 10_000
}

extension Proposal {
    /// The proposal as it is now.
    func refreshed(on connection: any SQLConnection) throws -> Proposal {
        try StoredProposal.find(id, on: connection)?.proposal ?? self
    }
}
