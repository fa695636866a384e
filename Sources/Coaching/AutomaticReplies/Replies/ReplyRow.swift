import Domain
import SpotterAPI
import Storage

/// A stored reply.
struct ReplyRow: Sendable {
    let trainer: UserID
    var reply: AutomaticReply

    private static let columns =
        "id, client_id, chat_id, question_id, kind, state, reason, text, due_at, sent_at, message_id, trainer_id"

    private init(row: any SQLRow) throws {
        trainer = try row.id(11)
        reply = AutomaticReply(
            id: try row.id(0),
            clientId: try row.id(1),
            chatId: try row.id(2),
            questionId: try row.id(3),
            kind: try row.word(4),
            state: try row.word(5),
            reason: try row.optionalText(6).flatMap(AutomaticReason.init),
            text: try row.text(7),
            dueAt: try row.timestamp(8),
            sentAt: try row.optionalTimestamp(9),
            messageId: try row.optionalID(10)
        )
    }

    init(trainer: UserID, _ reply: AutomaticReply) {
        self.trainer = trainer
        self.reply = reply
    }

    // MARK: Reading

    static func find(_ id: AutomaticReplyID, on connection: any SQLConnection) throws -> ReplyRow? {
        try connection.first("SELECT \(columns) FROM automatic_replies WHERE id = $1", id, row: ReplyRow.init)
    }

    static func exists(for question: MessageID, on connection: any SQLConnection) throws -> Bool {
        try connection.exists("SELECT 1 FROM automatic_replies WHERE question_id = $1", question)
    }

    /// A trainer's, the latest due first.
    static func list(of trainer: UserID, limit: Int, on connection: any SQLConnection) throws -> [ReplyRow] {
        try connection.query(
            """
            SELECT \(columns) FROM automatic_replies WHERE trainer_id = $1 ORDER BY due_at DESC, id DESC LIMIT $2
            """,
            trainer,
            limit,
            row: ReplyRow.init
        )
    }

    static func planned(on connection: any SQLConnection) throws -> [ReplyRow] {
        try connection.query(
            "SELECT \(columns) FROM automatic_replies WHERE state = 'planned' ORDER BY due_at, id",
            row: ReplyRow.init
        )
    }

    /// The replies that may still count for the budget at this time, those of a later time included.
    static func sent(
        by trainer: UserID,
        to client: UserID,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws -> AutomaticRules.Sent {
        var sent = AutomaticRules.Sent()
        let rows = try connection.query(
            """
            SELECT sent_at, client_id, kind FROM automatic_replies
            WHERE trainer_id = $1 AND sent_at IS NOT NULL AND sent_at > $2
            """,
            trainer,
            now.adding(seconds: -7 * 86_400)
        ) { (at: try $0.timestamp(0), client: try $0.id(1, UserID.self), kind: try $0.text(2)) }
        for row in rows {
            sent.byTrainer.append(row.at)
            guard row.client == client else { continue }
            sent.toClient.append(row.at)
            if row.kind == AutomaticKind.acknowledgement.rawValue { sent.acknowledgements.append(row.at) }
        }
        return sent
    }

    // MARK: Writing

    func insert(on connection: any SQLConnection) throws {
        try connection.execute(
            """
            INSERT INTO automatic_replies (\(Self.columns))
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
            """,
            reply.id,
            reply.clientId,
            reply.chatId,
            reply.questionId,
            reply.kind.rawValue,
            reply.state.rawValue,
            reply.reason?.rawValue,
            reply.text,
            reply.dueAt,
            reply.sentAt,
            reply.messageId,
            trainer
        )
    }

    func update(on connection: any SQLConnection) throws {
        try connection.execute(
            """
            UPDATE automatic_replies SET state = $1, reason = $2, text = $3, due_at = $4, sent_at = $5, message_id = $6,
                kind = $7
            WHERE id = $8
            """,
            reply.state.rawValue,
            reply.reason?.rawValue,
            reply.text,
            reply.dueAt,
            reply.sentAt,
            reply.messageId,
            reply.kind.rawValue,
            reply.id
        )
    }

    /// Drops what is planned: everybody's, a trainer's, or a trainer's for one client.
    static func dropPlanned(
        of trainer: UserID? = nil,
        with client: UserID? = nil,
        for reason: AutomaticReason,
        on connection: any SQLConnection
    ) throws {
        for var row in try planned(on: connection)
        where row.trainer == trainer ?? row.trainer && row.reply.clientId == client ?? row.reply.clientId {
            row.drop(for: reason)
            try row.update(on: connection)
        }
    }

    mutating func drop(for reason: AutomaticReason) {
        reply.state = .dropped
        reply.reason = reason
        reply.text = ""
    }
}
