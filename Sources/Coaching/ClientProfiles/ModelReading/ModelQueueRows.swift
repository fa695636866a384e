import Contacts
import Domain
import Messaging
import Storage

/// The rows of `profile_model_queue`.
enum ModelQueueRows {
    /// Messages of one client to one trainer, to be read together.
    struct Batch: Sendable {
        let pair: ProfilePair
        let ids: [MessageID]
        /// Those that still exist, as they are now.
        let messages: [ClientMessage]
    }

    static let maxMessages = 20
    /// After a failure a batch is read in smaller ones, so that one message doesn't keep the others from being read.
    static let maxMessagesAgain = 4
    static let maxCharacters = 8_000
    /// A message on which the model has failed this often is left to the rules.
    static let maxAttempts = 2

    static func enqueue(_ message: ClientMessage, dueAt: Timestamp, on connection: any SQLConnection) throws {
        try connection.execute(
            """
            INSERT INTO profile_model_queue (message_id, trainer_id, client_id, num, due_at, attempts)
            VALUES ($1, $2, $3, $4, $5, 0)
            ON CONFLICT (message_id) DO UPDATE SET due_at = excluded.due_at, attempts = 0
            """,
            message.id,
            message.trainer,
            message.client,
            message.num,
            dueAt
        )
    }

    static func remove(_ message: MessageID, on connection: any SQLConnection) throws {
        try connection.execute("DELETE FROM profile_model_queue WHERE message_id = $1", message)
    }

    /// The batch that has waited longest. A message that isn't due itself comes along with an older one of its client.
    static func next(at now: Timestamp, on connection: any SQLConnection) throws -> Batch? {
        let first = try connection.first(
            """
            SELECT trainer_id, client_id, attempts FROM profile_model_queue WHERE due_at <= $1
            ORDER BY due_at, num LIMIT 1
            """,
            now
        ) { (pair: ProfilePair(trainer: try $0.id(0), client: try $0.id(1)), attempts: try $0.int(2)) }
        guard let (pair, attempts) = first else { return nil }
        let rows = try connection.query(
            """
            SELECT message_id FROM profile_model_queue WHERE trainer_id = $1 AND client_id = $2 AND attempts = $3
            ORDER BY num LIMIT $4
            """,
            pair.trainer,
            pair.client,
            attempts,
            attempts == 0 ? maxMessages : maxMessagesAgain
        ) { try $0.id(0, MessageID.self) }
        var (ids, messages, characters): ([MessageID], [ClientMessage], Int) = ([], [], 0)
        for id in rows {
            let message = try ClientMessage.find(id, on: connection)
            characters += message?.text.count ?? 0
            guard ids.isEmpty || characters <= maxCharacters else { break }
            ids.append(id)
            if let message, message.trainer == pair.trainer, message.client == pair.client { messages.append(message) }
        }
        return Batch(pair: pair, ids: ids, messages: messages)
    }

    /// When the next message is due; `nil` if none waits.
    static func nextDue(on connection: any SQLConnection) throws -> Timestamp? {
        try connection.first("SELECT min(due_at) FROM profile_model_queue") { try $0.optionalTimestamp(0) } ?? nil
    }

    static func count(on connection: any SQLConnection) throws -> Int {
        Int(clamping: try connection.first("SELECT count(*) FROM profile_model_queue") { try $0.int(0) } ?? 0)
    }

    /// Lets all messages of a trainer's clients wait.
    static func postpone(trainer: UserID, until: Timestamp, on connection: any SQLConnection) throws {
        try connection.execute(
            "UPDATE profile_model_queue SET due_at = $1 WHERE trainer_id = $2",
            until,
            trainer
        )
    }

    static func postpone(_ messages: [MessageID], until: Timestamp, on connection: any SQLConnection) throws {
        for id in messages {
            try connection.execute("UPDATE profile_model_queue SET due_at = $1 WHERE message_id = $2", until, id)
        }
    }

    /// Notes that the model could make nothing of a batch.
    /// - Returns: how many of its messages are given up.
    static func noteFailure(_ batch: Batch, retryAt: Timestamp, on connection: any SQLConnection) throws -> Int {
        var givenUp = 0
        for id in batch.ids {
            try connection.execute(
                "UPDATE profile_model_queue SET attempts = attempts + 1, due_at = $1 WHERE message_id = $2",
                retryAt,
                id
            )
            givenUp += try connection.execute(
                "DELETE FROM profile_model_queue WHERE message_id = $1 AND attempts >= $2",
                id,
                maxAttempts
            )
        }
        return givenUp
    }

    /// Stores what the model has found, and removes the batch from the queue.
    ///
    /// What was deleted or edited since isn't touched: its row in the queue is gone, or is for its new words.
    static func store(
        _ batch: Batch,
        _ statements: [MessageID: [ProfileStatement]],
        on connection: any SQLConnection
    ) throws {
        let (pair, edited) = (batch.pair, try ProfileChange.edited(of: batch.pair, on: connection))
        let isRelated = try Contacts.exists(trainer: pair.trainer, client: pair.client, on: connection)
        let read = Dictionary(batch.messages.map { ($0.id, $0) }) { first, _ in first }
        for id in batch.ids where try contains(id, on: connection) {
            let current = try ClientMessage.find(id, on: connection)
            if let current, isRelated, let message = read[id] {
                guard current.text == message.text else { continue }
                guard current.trainer == pair.trainer, current.client == pair.client else { continue }
                try StatementRows.replaceByModel(current, statements[id] ?? [], keeping: edited, on: connection)
            }
            try remove(id, on: connection)
        }
    }

    private static func contains(_ message: MessageID, on connection: any SQLConnection) throws -> Bool {
        try connection.exists("SELECT 1 FROM profile_model_queue WHERE message_id = $1", message)
    }
}
