public import Domain
import Messaging
import Scheduling
import Storage

/// Hands messages that the rules have read to a language model. Without one, only the rules read.
///
/// The queue is in the database. A message enters it in the transaction that stores what the rules have found, so that a
/// crash loses none and the model is always second.
public final class ProfileModelQueue: Sendable {
    /// How long a message waits for others of the same client, with which it shares a request: two minutes.
    static let linger: Int64 = 120

    let clock: any WallClock
    /// Wakes the reader.
    let changes = ScheduleChanges()

    public init(clock: any WallClock) { self.clock = clock }

    /// The model begins with what is written after it was turned on: the rest would be charged to trainers who didn't
    /// ask for it.
    func begin(on connection: any SQLConnection) throws {
        guard try !MessageFeed.profilesByModel.hasBegun(on: connection) else { return }
        try MessageFeed.profilesByModel.advance(to: TextMessages.newest(on: connection), on: connection)
    }

    /// The model was turned off. What is written from now on is none of its business.
    static func end(on connection: any SQLConnection) throws {
        try MessageFeed.profilesByModel.forget(on: connection)
    }

    /// Takes over a batch that the rules have read.
    ///
    /// New rules read all messages again, which is no reason for the model to do so.
    func enqueue(_ messages: [ClientMessage], of progress: ProfileWork.Batch.Progress, on connection: any SQLConnection)
        throws
    {
        let now = clock.now()
        switch progress {
        case .feed(let end):
            let position = try MessageFeed.profilesByModel.position(on: connection)
            for message in messages where message.num > position {
                try ModelQueueRows.enqueue(message, dueAt: now.adding(seconds: Self.linger), on: connection)
            }
            try MessageFeed.profilesByModel.advance(to: end, on: connection)
        case .queue:
            for message in messages {
                try ModelQueueRows.enqueue(message, dueAt: now.adding(seconds: Self.linger), on: connection)
            }
        case .rebuild:
            for message in messages { try ModelQueueRows.enqueue(message, dueAt: now, on: connection) }
        }
    }
}
