import Contacts
import Domain
import Messaging
import Storage

/// What is still to be read: new messages by their position in the feed, edited ones, and pairs whose messages are read
/// again. All of it is in the database, and done in the transaction that stores the result: a crash repeats work but
/// never loses it.
enum ProfileWork {
    static func requestRebuild(of pair: ProfilePair, on connection: any SQLConnection) throws {
        try connection.execute(
            """
            INSERT INTO profile_rebuilds (trainer_id, client_id, num) VALUES ($1, $2, 0)
            ON CONFLICT (trainer_id, client_id) DO UPDATE SET num = 0
            """,
            pair.trainer,
            pair.client
        )
    }

    static func requestReading(of message: MessageID, on connection: any SQLConnection) throws {
        try connection.execute(
            "INSERT INTO profile_queue (message_id) VALUES ($1) ON CONFLICT DO NOTHING",
            message
        )
    }

    /// A batch of messages, with what is to be noted once they are read.
    struct Batch: Sendable {
        enum Progress: Sendable {
            /// The feed was read up to here.
            case feed(Int64)
            case queue([MessageID])
            /// The messages of a pair were read from one position to the other; `nil` if those were all.
            case rebuild(ProfilePair, from: Int64, to: Int64?)

            var isQueue: Bool {
                if case .queue = self { true } else { false }
            }
        }

        let messages: [ClientMessage]
        let progress: Progress
        /// Whether there may be something to read after it.
        var hasMore = true
    }

    /// The next messages to read; `nil` if there are none. What is new and what was edited comes first.
    static func next(limit: Int, on connection: any SQLConnection) throws -> Batch? {
        let edited = try connection.query("SELECT message_id FROM profile_queue ORDER BY message_id LIMIT $1", limit) {
            try $0.id(0, MessageID.self)
        }
        if !edited.isEmpty {
            let messages = try edited.compactMap { try ClientMessage.find($0, on: connection) }
            return Batch(messages: messages, progress: .queue(edited))
        }
        if let part = try MessageFeed.profiles.next(limit * 4, on: connection) {
            return Batch(
                messages: try ClientMessage.list(after: part.start, upTo: part.end, on: connection),
                progress: .feed(part.end),
                hasMore: try part.hasMore || connection.exists("SELECT 1 FROM profile_rebuilds")
            )
        }
        let rebuild = try connection.first(
            "SELECT trainer_id, client_id, num FROM profile_rebuilds ORDER BY trainer_id, client_id LIMIT 1"
        ) { (pair: ProfilePair(trainer: try $0.id(0), client: try $0.id(1)), num: try $0.int(2)) }
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

    /// Stores what a batch's messages say. Messages that have changed since are left out: they are in the queue.
    /// - Parameter queue: where a language model finds the messages; `nil` if the rules are alone.
    static func store(
        _ batch: Batch,
        _ statements: [[ProfileStatement]],
        for queue: ProfileModelQueue?,
        on connection: any SQLConnection
    ) throws {
        var pairs: Set<ProfilePair> = []
        var changed: Set<MessageID> = []
        var read: [ClientMessage] = []
        let known =
            try batch.progress.isQueue || queue != nil
            ? nil : StatementRows.messages(with: batch.messages.map(\.id), on: connection)
        for (message, statements) in zip(batch.messages, statements) {
            let pair = ProfilePair(trainer: message.trainer, client: message.client)
            // Most messages say nothing, and said nothing before. One that was edited meanwhile is in the queue.
            if statements.isEmpty, let known, !known.contains(message.id) {
                pairs.insert(pair)
                continue
            }
            guard try TextMessages.isWritten(message.text, in: message.id, on: connection) else {
                changed.insert(message.id)
                continue
            }
            let isRelated = try Contacts.exists(trainer: message.trainer, client: message.client, on: connection)
            try StatementRows.replace(message, isRelated ? statements : [], foundBy: .rules, on: connection)
            if isRelated { read.append(message) }
            pairs.insert(pair)
        }
        if let queue {
            try queue.enqueue(read, of: batch.progress, on: connection)
        } else if case .rebuild(let pair, _, _) = batch.progress {
            // By the rules alone.
            let edited = try ProfileChange.edited(of: pair, on: connection)
            for message in read { try StatementRows.replaceByModel(message, [], keeping: edited, on: connection) }
        }
        try note(batch.progress, except: changed, on: connection)
        if case .feed = batch.progress { return }
        for pair in pairs { try ProfileChange.deleteOrphans(of: pair, on: connection) }
    }

    private static func note(
        _ progress: Batch.Progress,
        except changed: Set<MessageID>,
        on connection: any SQLConnection
    ) throws {
        switch progress {
        case .feed(let end): try MessageFeed.profiles.advance(to: end, on: connection)
        case .queue(let ids):
            // One that was edited again since stays.
            for id in ids {
                guard try !changed.contains(id) || !TextMessages.exists(id, on: connection) else { continue }
                try connection.execute("DELETE FROM profile_queue WHERE message_id = $1", id)
            }
        case .rebuild(let pair, let start, let end):
            // A rebuild that was requested meanwhile begins at 0 again.
            if let end {
                try connection.execute(
                    "UPDATE profile_rebuilds SET num = $1 WHERE trainer_id = $2 AND client_id = $3 AND num = $4",
                    end,
                    pair.trainer,
                    pair.client,
                    start
                )
            } else {
                try connection.execute(
                    "DELETE FROM profile_rebuilds WHERE trainer_id = $1 AND client_id = $2 AND num = $3",
                    pair.trainer,
                    pair.client,
                    start
                )
            }
        }
    }
}
