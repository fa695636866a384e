import Domain
import Storage

/// The last message that everybody was notified of.
///
/// It holds number and id, because the database reuses the highest numbers after a purge: then the message with the
/// watermark's number is another one.
struct Watermark: Sendable, Hashable {
    var num: Int64
    var message: MessageID?

    /// The latest message.
    static func latest(on connection: any SQLConnection) throws -> Watermark {
        try before(.max, on: connection)
    }

    /// The latest message with a number of at most `num`.
    static func before(_ num: Int64, on connection: any SQLConnection) throws -> Watermark {
        try connection.first("SELECT num, id FROM messages WHERE num <= $1 ORDER BY num DESC LIMIT 1", num) {
            Watermark(num: try $0.int(0), message: try $0.id(1))
        } ?? Watermark(num: 0, message: nil)
    }

    static func stored(on connection: any SQLConnection) throws -> Watermark? {
        try connection.first("SELECT num, message_id FROM notification_state WHERE id = 1") {
            Watermark(num: try $0.int(0), message: try $0.optionalID(1))
        }
    }

    func store(on connection: any SQLConnection) throws {
        try connection.execute("UPDATE notification_state SET num = $1, message_id = $2 WHERE id = 1", num, message)
    }

    /// The watermark to continue from: this one, or an earlier one if numbers were reused. Ids rise with time, so
    /// messages up to the watermark's id were handled.
    func current(on connection: any SQLConnection) throws -> Watermark {
        guard let message else { return Watermark(num: 0, message: nil) }
        if try connection.exists("SELECT 1 FROM messages WHERE num = $1 AND id = $2", num, message) { return self }
        return try connection.first(
            "SELECT num, id FROM messages WHERE num <= $1 AND id <= $2 ORDER BY num DESC LIMIT 1",
            num,
            message
        ) { Watermark(num: try $0.int(0), message: try $0.id(1)) } ?? Watermark(num: 0, message: nil)
    }
}
