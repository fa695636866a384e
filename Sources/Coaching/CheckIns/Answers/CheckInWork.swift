import Accounts
import Domain
import Measures
import Messaging
import Scheduling
import Storage

/// Which messages are still to be read for answers. All of it is in the database, and done in the transaction that stores
/// the answers: a crash repeats work but never loses it.
enum CheckInWork {
    static func requestReading(
        of message: MessageID,
        for asked: AskedCheckInID,
        on connection: any SQLConnection
    ) throws {
        try connection.execute(
            """
            INSERT INTO check_in_queue (message_id, asked_id) VALUES ($1, $2)
            ON CONFLICT (message_id) DO UPDATE SET asked_id = excluded.asked_id
            """,
            message,
            asked
        )
    }

    /// A message that may answer something.
    struct Item: Sendable {
        let message: ClientMessage
        /// What it may answer, the most likely first.
        let asked: [AskedCheckIn]
        let photos: [MediaID]

        /// What it answers to the first check-in of which it answers anything.
        func answers(by reader: CheckInReader) -> (asked: AskedCheckIn, answers: [Int: CheckInReader.Answer])? {
            let clock = LocalClock(identifier: message.timeZone) ?? .utc
            for asked in asked {
                let open = asked.open
                let context = CheckInReader.Context(
                    title: asked.title,
                    questions: Dictionary(open.map { ($0.number, $0.question) }) { first, _ in first },
                    weekday: clock.local(message.sentAt).day.weekday + 1,
                    usesPounds: MeasureLocale.usesPounds(timeZone: message.timeZone),
                    isReply: message.replyTo == asked.messageId
                )
                var answers = reader.answers(in: message.text, context)
                let saysAnswers = !answers.isEmpty
                let asksForPhotos = open.filter { $0.question.kind == .photo }.map(\.number)
                let wanted = asksForPhotos.filter { saysAnswers || reader.isCaption(message.text, of: $0, context) }
                for (number, photo) in zip(wanted, photos) { answers[number] = .init(value: .photo(photo)) }
                if !answers.isEmpty { return (asked, answers) }
            }
            return nil
        }
    }

    struct Batch: Sendable {
        let items: [Item]
        /// Edited messages.
        var queue: [MessageID] = []
        /// The feed was read up to here.
        var end: Int64?
        /// Whether there may be something to read after it.
        var hasMore = true
    }

    /// The next messages to read; `nil` if there are none.
    static func next(
        limit: Int,
        _ media: any MediaCatalog,
        on connection: any SQLConnection
    ) throws -> Batch? {
        let edited = try connection.query(
            "SELECT message_id, asked_id FROM check_in_queue ORDER BY message_id LIMIT $1",
            limit
        ) { (message: try $0.id(0, MessageID.self), asked: try $0.id(1, AskedCheckInID.self)) }
        if !edited.isEmpty {
            let items = try edited.compactMap { edit -> Item? in
                guard let message = try ClientMessage.findWithFiles(edit.message, on: connection),
                    let asked = try AskedRow.find(edit.asked, on: connection), mayAnswer(message, asked)
                else { return nil }
                return try item(message, [asked], media, on: connection)
            }
            return Batch(items: items, queue: edited.map(\.message))
        }
        guard let part = try MessageFeed.checkIns.next(limit * 4, on: connection) else { return nil }
        // Most of the time nothing is open, and no message has to be read.
        guard try connection.exists("SELECT 1 FROM asked_check_ins WHERE state = 'open'") else {
            return Batch(items: [], end: part.end, hasMore: part.hasMore)
        }
        let messages = try ClientMessage.listWithFiles(after: part.start, upTo: part.end, on: connection)
        var open: [ChatID: [AskedCheckIn]] = [:]
        for chat in Set(messages.map(\.chat)) { open[chat] = try AskedRow.open(in: chat, on: connection) }
        return Batch(
            items: try messages.compactMap { message in
                let asked = (open[message.chat] ?? []).filter { mayAnswer(message, $0) }
                return asked.isEmpty ? nil : try item(message, asked, media, on: connection)
            },
            end: part.end,
            hasMore: part.hasMore
        )
    }

    /// What was written before the question, or by somebody else, is no answer to it.
    private static func mayAnswer(_ message: ClientMessage, _ asked: AskedCheckIn) -> Bool {
        asked.clientId == message.client && asked.askedAt <= message.sentAt
    }

    private static func item(
        _ message: ClientMessage,
        _ asked: [AskedCheckIn],
        _ media: any MediaCatalog,
        on connection: any SQLConnection
    ) throws -> Item {
        let files = try ShownMedia.files(of: message.id, on: connection)
        let known = files.isEmpty ? [:] : try media.files(files, on: connection)
        let replied = asked.filter { $0.messageId == message.replyTo }
        return Item(
            message: message,
            asked: replied.isEmpty ? asked : replied,
            photos: files.filter { known[$0]?.media.kind == .image }
        )
    }

    /// Stores what a batch's messages answer.
    static func store(
        _ batch: Batch,
        _ read: [(asked: AskedCheckIn, answers: [Int: CheckInReader.Answer])?],
        on connection: any SQLConnection
    ) throws {
        for message in batch.queue {
            try connection.execute("DELETE FROM check_in_queue WHERE message_id = $1", message)
        }
        for (item, found) in zip(batch.items, read) {
            guard let found else { continue }
            let message = item.message
            guard try TextMessages.isWritten(message.text, in: message.id, on: connection) else {
                // It was edited meanwhile, or deleted.
                if try TextMessages.exists(message.id, on: connection) {
                    try requestReading(of: message.id, for: found.asked.id, on: connection)
                }
                continue
            }
            // An answer by the form is one already. Another message of the batch may have answered as well.
            guard try !AskedRow.isAnswer(message.id, on: connection),
                let asked = try AskedRow.find(found.asked.id, on: connection)
            else { continue }
            let open = Set(asked.open.map(\.number))
            let answers = found.answers.filter { open.contains($0.key) }
            guard !answers.isEmpty else { continue }
            let clock = LocalClock(identifier: message.timeZone) ?? .utc
            try CheckInAnswering.store(
                answers,
                to: asked,
                from: .init(message: message.id, at: message.sentAt, day: clock.local(message.sentAt).day),
                on: connection
            )
        }
        if let end = batch.end { try MessageFeed.checkIns.advance(to: end, on: connection) }
    }
}
