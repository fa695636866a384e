import Domain
import Messaging
import Storage

/// A statement with the message that makes it.
struct StoredStatement: Sendable, Hashable {
    let id: ProfileItemID
    let message: MessageID
    let saidAt: Timestamp
    let statement: ProfileStatement
}

/// The rows of `profile_statements`.
enum StatementRows {
    /// Who found a statement in its message.
    enum Origin: String, Sendable {
        case rules
        case model

        /// Statements of a message are numbered from here on.
        var firstPart: Int { self == .rules ? 0 : 1_000 }
    }

    private static let columns =
        "id, message_id, said_at, kind, category, topics, text, confidence, valid_from, valid_to"

    /// In the order in which they were said.
    static func list(
        trainer: UserID,
        client: UserID,
        on connection: any SQLConnection
    ) throws -> [StoredStatement] {
        try connection.query(
            """
            SELECT \(columns) FROM profile_statements WHERE trainer_id = $1 AND client_id = $2
            ORDER BY said_at, num, part
            """,
            trainer,
            client,
            row: stored
        )
    }

    private static func stored(_ row: any SQLRow) throws -> StoredStatement {
        StoredStatement(
            id: try row.id(0),
            message: try row.id(1),
            saidAt: try row.timestamp(2),
            statement: ProfileStatement(
                kind: try row.word(3),
                category: try row.word(4),
                topics: Set(try row.text(5).split(separator: " ").map(String.init)),
                text: try row.text(6),
                confidence: try row.double(7),
                validFrom: try row.optionalTimestamp(8),
                validTo: try row.optionalTimestamp(9)
            )
        )
    }

    /// Replaces what the rules, or a model, have found in a message.
    static func replace(
        _ message: ClientMessage,
        _ statements: [ProfileStatement],
        foundBy origin: Origin,
        on connection: any SQLConnection
    ) throws {
        try connection.execute(
            "DELETE FROM profile_statements WHERE message_id = $1 AND origin = $2",
            message.id,
            origin.rawValue
        )
        var seen: Set<ProfileItemID> = []
        for (part, statement) in statements.enumerated() {
            let id = statement.id(in: message.id, part: part)
            guard seen.insert(id).inserted else { continue }
            try connection.execute(
                """
                INSERT INTO profile_statements (
                    message_id, part, id, trainer_id, client_id, chat_id, num, said_at, kind, category, topics, text,
                    confidence, valid_from, valid_to, origin
                ) VALUES (\(connection.placeholders(count: 16)))
                """,
                message.id,
                origin.firstPart + part,
                id,
                message.trainer,
                message.client,
                message.chat,
                message.num,
                message.sentAt,
                statement.kind.rawValue,
                statement.category.rawValue,
                statement.topics.sorted().joined(separator: " "),
                statement.text,
                statement.confidence,
                statement.validFrom,
                statement.validTo,
                origin.rawValue
            )
        }
    }

    /// Replaces what a model has found in a message. What somebody has changed by hand stays, whatever a model says now:
    /// the message still says it.
    static func replaceByModel(
        _ message: ClientMessage,
        _ statements: [ProfileStatement],
        keeping edited: Set<ProfileItemID>,
        on connection: any SQLConnection
    ) throws {
        let former = try connection.query(
            "SELECT \(columns) FROM profile_statements WHERE message_id = $1 AND origin = $2 ORDER BY part",
            message.id,
            Origin.model.rawValue,
            row: stored
        )
        let kept = former.filter { edited.contains($0.id) }.map(\.statement)
        try replace(message, kept + statements, foundBy: .model, on: connection)
    }

    /// Those of the messages that say something.
    static func messages(with messages: [MessageID], on connection: any SQLConnection) throws -> Set<MessageID> {
        let found = try connection.query(
            "SELECT DISTINCT message_id FROM profile_statements WHERE message_id IN",
            in: messages
        ) { try $0.id(0, MessageID.self) }
        return Set(found)
    }

    /// - Returns: whether the message said anything.
    @discardableResult
    static func remove(_ message: MessageID, on connection: any SQLConnection) throws -> Bool {
        try connection.execute("DELETE FROM profile_statements WHERE message_id = $1", message) > 0
    }

    static func remove(chat: ChatID, trainer: UserID, on connection: any SQLConnection) throws {
        try connection.execute(
            "DELETE FROM profile_statements WHERE chat_id = $1 AND trainer_id = $2",
            chat,
            trainer
        )
    }

    /// The trainer and client to whom a message's statements belong.
    static func pair(
        of message: MessageID,
        on connection: any SQLConnection
    ) throws -> (trainer: UserID, client: UserID)? {
        try connection.first(
            "SELECT trainer_id, client_id FROM profile_statements WHERE message_id = $1 LIMIT 1",
            message
        ) { (trainer: try $0.id(0), client: try $0.id(1)) }
    }
}
