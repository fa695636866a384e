import Contacts
public import Domain
import Messaging
import Scheduling
import Storage

/// Hands to a language model what the rules have made nothing of. Without one, only the rules read.
///
/// A message enters the queue in the transaction that stores what the rules have found, so that a crash loses none and the
/// model is always second.
public final class MeasureModelQueue: Sendable {
    /// How long a message waits for others of the same client, with which it shares a request: two minutes.
    static let linger: Int64 = 120

    let clock: any WallClock
    /// Wakes the reader.
    let changes = ScheduleChanges()

    public init(clock: any WallClock) { self.clock = clock }

    /// The model begins with what is written after it was turned on: the rest would be charged to trainers who didn't ask for
    /// it. What is written after it was turned off is none of its business.
    static func begin(_ queue: MeasureModelQueue?, on connection: any SQLConnection) throws {
        guard queue != nil else {
            try MessageFeed.measuresByModel.forget(on: connection)
            try connection.execute("DELETE FROM measure_model_queue")
            return
        }
        guard try !MessageFeed.measuresByModel.hasBegun(on: connection) else { return }
        try MessageFeed.measuresByModel.advance(to: TextMessages.newest(on: connection), on: connection)
    }

    /// Takes over messages of a batch that may hold more than the rules have read.
    ///
    /// New rules read all messages again, which is no reason for the model to do so.
    func enqueue(
        _ messages: [ClientMessage],
        of progress: MeasureWork.Batch.Progress,
        on connection: any SQLConnection
    ) throws {
        guard !messages.isEmpty else { return }
        let start: Int64
        switch progress {
        case .backlog: return
        case .feed: start = try MessageFeed.measuresByModel.position(on: connection)
        case .queue, .rebuild: start = .min
        }
        let due = clock.now().adding(seconds: Self.linger)
        for message in messages where message.num > start {
            guard try Contacts.exists(trainer: message.trainer, client: message.client, on: connection) else {
                continue
            }
            try MeasureModelRows.enqueue(message, dueAt: due, on: connection)
        }
    }
}
