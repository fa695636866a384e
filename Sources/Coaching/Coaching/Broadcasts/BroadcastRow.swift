import Accounts
import Domain
import Storage

/// A text of a broadcast that waits to be sent to one client.
struct BroadcastRow: Sendable {
    let sender: Actor
    let broadcastId: BroadcastID
    let userId: UserID
    let text: String

    static func insert(
        _ text: String,
        to user: UserID,
        at position: Int,
        in broadcast: BroadcastID,
        of owner: UserID,
        on connection: any SQLConnection
    ) throws {
        try connection.execute(
            """
            INSERT INTO broadcast_recipients (owner_id, broadcast_id, user_id, position, text, outcome)
            VALUES ($1, $2, $3, $4, $5, 'pending')
            """,
            owner,
            broadcast,
            user,
            position,
            text
        )
    }

    static func pending(
        of owner: UserID,
        in broadcast: BroadcastID,
        on connection: any SQLConnection
    ) throws -> [BroadcastRow] {
        try connection.query(
            "\(selection) WHERE r.owner_id = $1 AND r.broadcast_id = $2 AND r.outcome = 'pending' ORDER BY r.position",
            owner,
            broadcast
        ) { try BroadcastRow(row: $0) }
    }

    /// Of all broadcasts.
    static func pending(on connection: any SQLConnection) throws -> [BroadcastRow] {
        try connection.query("\(selection) WHERE r.outcome = 'pending' ORDER BY r.broadcast_id, r.position LIMIT 1000")
        {
            try BroadcastRow(row: $0)
        }
    }

    private static let selection = """
        SELECT r.owner_id, u.role, r.broadcast_id, r.user_id, r.text
        FROM broadcast_recipients r \(User.join("u", on: "r.owner_id"))
        """

    private init(row: any SQLRow) throws {
        sender = Actor(userId: try row.id(0), role: try row.word(1))
        broadcastId = try row.id(2)
        userId = try row.id(3)
        text = try row.text(4)
    }

    func isPending(on connection: any SQLConnection) throws -> Bool {
        try connection.exists(
            """
            SELECT 1 FROM broadcast_recipients
            WHERE owner_id = $1 AND broadcast_id = $2 AND user_id = $3 AND outcome = 'pending'
            """,
            sender.userId,
            broadcastId,
            userId
        )
    }

    /// Stores the outcome, and forgets the text.
    func finish(
        _ outcome: Broadcast.Recipient.Outcome,
        chat: ChatID? = nil,
        message: MessageID? = nil,
        failure: SendFailure? = nil,
        on connection: any SQLConnection
    ) throws {
        try connection.execute(
            """
            UPDATE broadcast_recipients
            SET outcome = $1, text = '', chat_id = $2, message_id = $3, failure_code = $4, failure = $5
            WHERE owner_id = $6 AND broadcast_id = $7 AND user_id = $8
            """,
            outcome.rawValue,
            chat,
            message,
            failure?.code.rawValue,
            failure?.message,
            sender.userId,
            broadcastId,
            userId
        )
    }

    /// - Throws: `not_found` if the user has no such broadcast.
    static func broadcast(
        _ id: BroadcastID,
        of owner: UserID,
        on connection: any SQLConnection
    ) throws -> Broadcast {
        let createdAt = try connection.first(
            "SELECT created_at FROM broadcasts WHERE owner_id = $1 AND id = $2",
            owner,
            id
        ) { try $0.timestamp(0) }
        guard let createdAt else { throw SpotterError.notFound("broadcast") }
        let recipients = try connection.query(
            """
            SELECT r.user_id, u.display_name, r.outcome, r.chat_id, r.message_id, r.failure_code, r.failure
            FROM broadcast_recipients r \(User.join("u", on: "r.user_id"))
            WHERE r.owner_id = $1 AND r.broadcast_id = $2 ORDER BY r.position
            """,
            owner,
            id
        ) { row in
            Broadcast.Recipient(
                userId: try row.id(0),
                displayName: try row.text(1),
                outcome: try row.word(2),
                chatId: try row.optionalID(3),
                messageId: try row.optionalID(4),
                failure: try row.optionalText(5).map {
                    SendFailure(code: ErrorCode(rawValue: $0) ?? .internalError, message: try row.optionalText(6) ?? "")
                }
            )
        }
        return Broadcast(id: id, createdAt: createdAt, recipients: recipients)
    }
}
