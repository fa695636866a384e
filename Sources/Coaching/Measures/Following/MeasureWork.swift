import Contacts
import Domain
import Messaging
import Scheduling
import Storage

/// What is still to be read: edited messages, new ones by their position in the feed, older ones from the newest to the
/// oldest, and pairs whose messages are read again. All of it is in the database, and done in the transaction that stores
/// the result: a crash repeats work but never loses it.
enum MeasureWork {
    static func requestRebuild(of pair: MeasurePair, on connection: any SQLConnection) throws {
        try connection.execute(
            """
            INSERT INTO measure_rebuilds (trainer_id, client_id, num) VALUES ($1, $2, 0)
            ON CONFLICT (trainer_id, client_id) DO UPDATE SET num = 0
            """,
            pair.trainer,
            pair.client
        )
    }

    static func requestReading(of message: MessageID, on connection: any SQLConnection) throws {
        try connection.execute(
            "INSERT INTO measure_queue (message_id) VALUES ($1) ON CONFLICT DO NOTHING",
            message
        )
    }

    /// Reads on where the last run stopped; everything again if other rules read it.
    static func begin(version: Int64, on connection: any SQLConnection) throws {
        guard try !connection.exists("SELECT 1 FROM measure_rules WHERE version = $1", version) else { return }
        let last = try MessageFeed.last(on: connection)?.num ?? 0
        try MessageFeed.measures.advance(to: last, on: connection)
        try connection.execute("DELETE FROM measure_rules")
        try connection.execute("INSERT INTO measure_rules (version, num) VALUES ($1, $2)", version, last)
    }

    /// A batch of messages, with what is to be noted once they are read.
    struct Batch: Sendable {
        enum Progress: Sendable {
            case queue([MessageID])
            /// The feed was read up to here.
            case feed(Int64)
            /// Older messages were read down to here.
            case backlog(Int64)
            /// The messages of a pair were read from one position to the other; `nil` if those were all.
            case rebuild(MeasurePair, from: Int64, to: Int64?)
        }

        let messages: [ClientMessage]
        let progress: Progress
        /// Whether there may be something to read after it, or to judge besides what it says.
        var hasMore = true
    }

    /// The next messages to read; `nil` if there are none.
    static func next(limit: Int, on connection: any SQLConnection) throws -> Batch? {
        let edited = try connection.query("SELECT message_id FROM measure_queue ORDER BY message_id LIMIT $1", limit) {
            try $0.id(0, MessageID.self)
        }
        if !edited.isEmpty {
            return Batch(
                messages: try edited.compactMap { try ClientMessage.find($0, on: connection) },
                progress: .queue(edited)
            )
        }
        if let part = try MessageFeed.measures.next(limit * 4, on: connection) {
            return Batch(
                messages: try ClientMessage.list(after: part.start, upTo: part.end, on: connection),
                progress: .feed(part.end),
                hasMore: try part.hasMore || connection.exists(othersWait)
            )
        }
        return try nextOlder(limit: limit, on: connection) ?? nextRebuild(limit: limit, on: connection)
    }

    /// Whether anything waits but for new messages and what they say.
    private static let othersWait = """
        SELECT 1 WHERE EXISTS (SELECT 1 FROM measure_rules WHERE num > 0) OR EXISTS (SELECT 1 FROM measure_rebuilds)
            OR EXISTS (SELECT 1 FROM measure_alert_queue)
        """

    private static func nextOlder(limit: Int, on connection: any SQLConnection) throws -> Batch? {
        let left = try connection.first("SELECT num FROM measure_rules") { try $0.int(0) } ?? 0
        guard left > 0 else { return nil }
        let end = try MessageFeed.last(upTo: left, on: connection)?.num ?? 0
        let start = max(0, end - Int64(limit * 4))
        return Batch(
            messages: try ClientMessage.list(after: start, upTo: end, on: connection),
            progress: .backlog(start)
        )
    }

    private static func nextRebuild(limit: Int, on connection: any SQLConnection) throws -> Batch? {
        let rebuild = try connection.first(
            "SELECT trainer_id, client_id, num FROM measure_rebuilds ORDER BY trainer_id, client_id LIMIT 1"
        ) { (pair: MeasurePair(trainer: try $0.id(0), client: try $0.id(1)), num: try $0.int(2)) }
        guard let rebuild else { return nil }
        let messages = try ClientMessage.list(
            from: rebuild.pair.client,
            to: rebuild.pair.trainer,
            after: rebuild.num,
            limit: limit,
            on: connection
        )
        let end = messages.count < limit ? nil : messages.last?.num
        return Batch(messages: messages, progress: .rebuild(rebuild.pair, from: rebuild.num, to: end))
    }

    /// The points that a message's readings are.
    static func points(
        _ readings: [MeasureReading],
        of message: ClientMessage,
        on day: LocalDay,
        by origin: MeasurePoint.Origin = .message
    ) -> [StoredPoint] {
        readings.enumerated().map { part, reading in
            StoredPoint(
                id: origin == .model
                    ? StoredPoint.id(of: message.id, claimed: reading) : StoredPoint.id(of: message.id, part: part),
                pair: MeasurePair(trainer: message.trainer, client: message.client),
                chat: message.chat,
                message: message.id,
                kind: .known(reading.kind),
                detail: reading.detail,
                day: day.adding(days: reading.day),
                at: message.sentAt,
                value: reading.value,
                unit: .known(reading.unit),
                diastolic: reading.diastolic,
                repetitions: reading.repetitions,
                sets: reading.sets,
                seconds: reading.seconds,
                confidence: reading.confidence,
                origin: origin
            )
        }
    }

    /// Stores what a batch's messages say. Messages that have changed since are left out: they are in the queue.
    static func store(_ batch: Batch, _ points: [[StoredPoint]], on connection: any SQLConnection) throws {
        var changed: Set<MessageID> = []
        let known: Set<MessageID>? =
            switch batch.progress {
            case .queue: nil
            // A new message has no points yet.
            case .feed: []
            case .backlog, .rebuild: try PointRows.messages(with: batch.messages.map(\.id), on: connection)
            }
        for (message, points) in zip(batch.messages, points) {
            // Most messages say none. One that was edited meanwhile is in the queue.
            if points.isEmpty, let known, !known.contains(message.id) { continue }
            guard try TextMessages.isWritten(message.text, in: message.id, on: connection) else {
                changed.insert(message.id)
                continue
            }
            let isRelated = try Contacts.exists(trainer: message.trainer, client: message.client, on: connection)
            try PointRows.replace(message, isRelated ? points : [], on: connection)
        }
        try note(batch.progress, except: changed, on: connection)
    }

    private static func note(
        _ progress: Batch.Progress,
        except changed: Set<MessageID>,
        on connection: any SQLConnection
    ) throws {
        switch progress {
        case .feed(let end): try MessageFeed.measures.advance(to: end, on: connection)
        case .backlog(let start): try connection.execute("UPDATE measure_rules SET num = $1", start)
        case .queue(let ids):
            // One that was edited again since stays.
            for id in ids {
                guard try !changed.contains(id) || !TextMessages.exists(id, on: connection) else { continue }
                try connection.execute("DELETE FROM measure_queue WHERE message_id = $1", id)
            }
        case .rebuild(let pair, let start, let end):
            // A rebuild that was requested meanwhile begins at 0 again.
            if let end {
                try connection.execute(
                    "UPDATE measure_rebuilds SET num = $1 WHERE trainer_id = $2 AND client_id = $3 AND num = $4",
                    end,
                    pair.trainer,
                    pair.client,
                    start
                )
            } else {
                try connection.execute(
                    "DELETE FROM measure_rebuilds WHERE trainer_id = $1 AND client_id = $2 AND num = $3",
                    pair.trainer,
                    pair.client,
                    start
                )
            }
        }
    }
}
