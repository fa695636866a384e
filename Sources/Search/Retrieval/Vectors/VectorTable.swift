import Domain
import Embedding
import Storage
import VectorSearch

/// One model's rows of the table `vectors`, which stores its vectors durably.
///
/// Rows are only added and deleted. A model's numbers increase and are never reused, so the rows up to a number can
/// only decrease. While their count is unchanged, the rows are too.
struct VectorTable: Sendable {
    let model: Int64
    let dimension: Int

    struct Row {
        let num: Int64
        let message: MessageID
        let part: Int
        /// `nil` if the bytes are damaged.
        let vector: [Float]?
    }

    /// Replaces a message's vectors.
    /// - Returns: the number of the last one.
    func replace(
        _ message: MessageID,
        in chat: ChatID,
        _ vectors: [[Float]],
        on connection: any SQLConnection
    ) throws -> Int64 {
        try delete(message, on: connection)
        let last =
            try connection.first(
                "UPDATE embedding_models SET last_num = last_num + $1 WHERE id = $2 RETURNING last_num",
                vectors.count,
                model
            ) { try $0.int(0) } ?? 0
        for (part, vector) in vectors.enumerated() {
            try connection.execute(
                """
                INSERT INTO vectors (model_id, num, chat_id, message_id, part, vector)
                VALUES ($1, $2, $3, $4, $5, $6)
                """,
                model,
                last - Int64(vectors.count - 1 - part),
                chat,
                message,
                part,
                VectorBlob.encode(vector)
            )
        }
        return last
    }

    func delete(_ message: MessageID, on connection: any SQLConnection) throws {
        try connection.execute("DELETE FROM vectors WHERE message_id = $1 AND model_id = $2", message, model)
    }

    /// The number of rows up to a number.
    func count(in chat: ChatID, upTo num: Int64 = .max, on connection: any SQLConnection) throws -> Int {
        try connection.first(
            "SELECT count(*) FROM vectors WHERE model_id = $1 AND chat_id = $2 AND num <= $3",
            model,
            chat,
            num
        ) { Int(clamping: try $0.int(0)) } ?? 0
    }

    /// What a chat's rows end with, and how many they are.
    struct Extent: Sendable, Hashable {
        let last: Int64
        let rows: Int
    }

    /// Chats without rows are left out.
    func extents(of chats: [ChatID], on connection: any SQLConnection) throws -> [ChatID: Extent] {
        // PostgreSQL looks at no other chats: the condition holds before the rows are counted, too.
        let sql = """
            SELECT chat_id, max(num), count(*) FROM vectors WHERE model_id = \(model) GROUP BY chat_id HAVING chat_id IN
            """
        let found = try connection.query(sql, in: chats) {
            (try $0.id(0, ChatID.self), Extent(last: try $0.int(1), rows: Int(clamping: try $0.int(2))))
        }
        return Dictionary(found) { first, _ in first }
    }

    func total(on connection: any SQLConnection) throws -> Int {
        try connection.first("SELECT count(*) FROM vectors WHERE model_id = $1", model) {
            Int(clamping: try $0.int(0))
        } ?? 0
    }

    /// Iterates over the rows of a chat after a number, in order of their numbers.
    func forEach(
        in chat: ChatID,
        after num: Int64,
        on connection: any SQLConnection,
        _ body: (Row) throws -> Void
    ) throws {
        try connection.forEach(
            """
            SELECT num, message_id, part, vector FROM vectors
            WHERE model_id = $1 AND chat_id = $2 AND num > $3 ORDER BY num
            """,
            [model, chat, num]
        ) { row in
            try body(
                Row(
                    num: try row.int(0),
                    message: try row.id(1),
                    part: Int(clamping: try row.int(2)),
                    vector: VectorBlob.decode(try row.blob(3), dimension: dimension)
                )
            )
            return true
        }
    }

    /// A message's vectors, first window first.
    func vectors(of message: MessageID, on connection: any SQLConnection) throws -> [[Float]] {
        try connection.query(
            "SELECT vector FROM vectors WHERE message_id = $1 AND model_id = $2 ORDER BY part",
            message,
            model
        ) { VectorBlob.decode(try $0.blob(0), dimension: dimension) }.compactMap { $0 }
    }
}
