import Contacts
import Domain
import Messaging
import Storage

/// The rows of `measure_model_queue`.
enum MeasureModelRows {
    /// Messages of one client to one trainer, to be read together.
    struct Batch: Sendable {
        let pair: MeasurePair
        let ids: [MessageID]
        /// Those that still exist, as they are now.
        let messages: [ClientMessage]
    }

    static let maxMessages = 20
    /// After a failure a batch is read in smaller ones, so that one message doesn't keep the others from being read.
    static let maxMessagesAgain = 4
    /// A message on which the model has failed this often is left to the rules.
    static let maxAttempts = 2

    static func enqueue(_ message: ClientMessage, dueAt: Timestamp, on connection: any SQLConnection) throws {
        try connection.execute(
            """
            INSERT INTO measure_model_queue (message_id, trainer_id, client_id, num, due_at, attempts)
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
        try connection.execute("DELETE FROM measure_model_queue WHERE message_id = $1", message)
    }

    /// The batch that has waited longest. A message that isn't due itself comes along with an older one of its client.
    static func next(at now: Timestamp, on connection: any SQLConnection) throws -> Batch? {
        let first = try connection.first(
            """
            SELECT trainer_id, client_id, attempts FROM measure_model_queue WHERE due_at <= $1
            ORDER BY due_at, num LIMIT 1
            """,
            now
        ) { (pair: MeasurePair(trainer: try $0.id(0), client: try $0.id(1)), attempts: try $0.int(2)) }
        guard let (pair, attempts) = first else { return nil }
        let ids = try connection.query(
            """
            SELECT message_id FROM measure_model_queue WHERE trainer_id = $1 AND client_id = $2 AND attempts = $3
            ORDER BY num LIMIT $4
            """,
            pair.trainer,
            pair.client,
            attempts,
            attempts == 0 ? maxMessages : maxMessagesAgain
        ) { try $0.id(0, MessageID.self) }
        let messages = try ids.compactMap { try ClientMessage.find($0, on: connection) }
        return Batch(pair: pair, ids: ids, messages: messages.filter { pair == MeasurePair($0) })
    }

    /// When the next message is due; `nil` if none waits.
    static func nextDue(on connection: any SQLConnection) throws -> Timestamp? {
        try connection.first("SELECT min(due_at) FROM measure_model_queue") { try $0.optionalTimestamp(0) } ?? nil
    }

    /// Lets all messages of a trainer's clients wait.
    static func postpone(trainer: UserID, until: Timestamp, on connection: any SQLConnection) throws {
        try connection.execute("UPDATE measure_model_queue SET due_at = $1 WHERE trainer_id = $2", until, trainer)
    }

    static func postpone(_ messages: [MessageID], until: Timestamp, on connection: any SQLConnection) throws {
        for id in messages {
            try connection.execute("UPDATE measure_model_queue SET due_at = $1 WHERE message_id = $2", until, id)
        }
    }

    /// Notes that the model could make nothing of a batch. What has failed too often is given up.
    static func noteFailure(_ batch: Batch, retryAt: Timestamp, on connection: any SQLConnection) throws {
        for id in batch.ids {
            try connection.execute(
                "UPDATE measure_model_queue SET attempts = attempts + 1, due_at = $1 WHERE message_id = $2",
                retryAt,
                id
            )
            try connection.execute(
                "DELETE FROM measure_model_queue WHERE message_id = $1 AND attempts >= $2",
                id,
                maxAttempts
            )
        }
    }

    /// Stores what was proven, and removes the batch from the queue. What was deleted or edited since isn't touched: its row
    /// is gone, or is for its new words.
    static func store(
        _ batch: Batch,
        _ points: [MessageID: [StoredPoint]],
        on connection: any SQLConnection
    ) throws {
        let isRelated = try Contacts.exists(trainer: batch.pair.trainer, client: batch.pair.client, on: connection)
        for id in batch.ids where try connection.exists("SELECT 1 FROM measure_model_queue WHERE message_id = $1", id) {
            if isRelated, let message = batch.messages.first(where: { $0.id == id }),
                let current = try ClientMessage.find(id, on: connection)
            {
                guard current.text == message.text else { continue }
                try PointRows.replaceByModel(message, points[id] ?? [], on: connection)
            }
            try remove(id, on: connection)
        }
    }
}

extension MeasurePair {
    init(_ message: ClientMessage) { self.init(trainer: message.trainer, client: message.client) }
}
