public import Domain
public import Storage
import Synchronization

/// Reminders. Each is visible to its owner only.
public struct Reminders: Sendable {
    let database: any Database
    let clock: any WallClock
    let ids: any IDSource
    /// Notified when a reminder was created, since it may be due before all others.
    let changes = ReminderChanges()

    public init(database: any Database, clock: any WallClock, ids: any IDSource) {
        self.database = database
        self.clock = clock
        self.ids = ids
    }

    /// - Throws: `invalid_request` if the time has passed or the text or rule is invalid; `not_found` if the owner
    ///   doesn't know the client.
    public func create(_ new: NewReminder, by actor: Actor) async throws -> Reminder {
        let id: ReminderID = ids.next()
        let now = clock.now()
        let reminder = try await database.write { try Self.create(new, id: id, by: actor, at: now, on: $0) }
        changes.announce()
        return reminder
    }

    /// The actor's reminders, the next one first.
    public func list(for actor: Actor, includesCompleted: Bool = true) async throws -> [Reminder] {
        try await database.read { connection in
            try connection.query(
                """
                SELECT \(Reminder.columns) FROM reminders WHERE owner_id = $1 AND completed <= $2
                ORDER BY due_at, id
                """,
                actor.userId,
                includesCompleted
            ) { try Reminder(row: $0) }
        }
    }

    /// Completes a reminder; a recurring one doesn't recur any more. Has no effect if it is already completed.
    ///
    /// - Throws: `not_found` if it isn't the actor's.
    public func complete(_ id: ReminderID, by actor: Actor) async throws -> Reminder {
        try await database.write { connection in
            var reminder = try Self.reminder(id, for: actor, on: connection)
            try connection.execute("UPDATE reminders SET completed = 1, notify_at = NULL WHERE id = $1", id)
            reminder.completed = true
            return reminder
        }
    }

    /// Deletes a reminder.
    ///
    /// - Throws: `not_found` if it isn't the actor's.
    public func delete(_ id: ReminderID, by actor: Actor) async throws {
        try await database.write { connection in
            _ = try Self.reminder(id, for: actor, on: connection)
            connection.markErasure()
            try connection.execute("DELETE FROM reminders WHERE id = $1", id)
        }
    }

    /// Notifies the service that a reminder was created within the caller's transaction. To be called after the commit.
    package func announceChange() { changes.announce() }
}

/// Notifies the service that waits for the next due reminder.
final class ReminderChanges: Sendable {
    private let listener = Mutex<(@Sendable () -> Void)?>(nil)

    func announce() { listener.withLock { $0 }?() }
    func listen(_ action: @escaping @Sendable () -> Void) { listener.withLock { $0 = action } }
}
