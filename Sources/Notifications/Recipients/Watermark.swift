import Domain
import Storage

/// Up to which message everybody has been told.
///
/// By number and id: after a purge the database gives the highest numbers once more, and the message that then stands
/// at the mark is another.
struct Watermark: Sendable, Hashable {
    var num: Int64
    var message: MessageID?

    /// The last message there is.
    static func latest(on connection: any SQLConnection) throws -> Watermark {
        try before(.max, on: connection)
    }

    /// The last message with a number up to `num`.
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

    /// Where to go on: here, or further back where numbers were given again. Ids rise with time, so whatever is at or
    /// below the mark's id was handled.
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
