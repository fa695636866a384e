import Domain
import Messaging
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
        Watermark(try MessageFeed.last(upTo: num, on: connection))
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
        guard let message else { return Watermark(nil) }
        if try MessageFeed.contains(.init(num: num, message: message), on: connection) { return self }
        return Watermark(try MessageFeed.last(upTo: num, id: message, on: connection))
    }

    init(num: Int64, message: MessageID?) {
        self.num = num
        self.message = message
    }

    /// At an entry of the feed, or before the first one.
    init(_ entry: MessageFeed.Entry?) { self.init(num: entry?.num ?? 0, message: entry?.message) }
}
