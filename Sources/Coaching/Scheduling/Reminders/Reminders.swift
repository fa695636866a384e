public import Domain
public import Storage

/// Reminders. Each is visible to its owner only.
public struct Reminders: Sendable {
    let database: any Database
    let clock: any WallClock
    let ids: any IDSource
    /// Announced when a reminder was created or put off, since it may be due before all others.
    let changes: ScheduleChanges
    private let didSee: Notices.SeenObserver

    /// - Parameter didSee: receives the notices of reminders that were dealt with before they were seen.
    public init(
        database: any Database,
        clock: any WallClock,
        ids: any IDSource,
        changes: ScheduleChanges = ScheduleChanges(),
        didSee: @escaping Notices.SeenObserver = { _, _, _ in }
    ) {
        self.database = database
        self.clock = clock
        self.ids = ids
        self.changes = changes
        self.didSee = didSee
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

    /// Completes a reminder; a recurring one doesn't recur any more. Its notices count as seen. Has no effect if it is
    /// already completed.
    ///
    /// - Throws: `not_found` if it isn't the actor's.
    public func complete(_ id: ReminderID, by actor: Actor) async throws -> Reminder {
        try await settle(id, by: actor) { reminder, connection in
            try connection.execute("UPDATE reminders SET completed = 1, notify_at = NULL WHERE id = $1", id)
            reminder.completed = true
        }
    }

    /// Puts a reminder off: it is due at `moment` again, even if it was completed. A recurring one continues after that
    /// time as before.
    ///
    /// - Throws: `not_found` if it isn't the actor's; `invalid_request` if the time has passed.
    public func snooze(_ id: ReminderID, until moment: Timestamp, by actor: Actor) async throws -> Reminder {
        guard moment > clock.now() else {
            throw SpotterError.invalid("That time has already passed; give a time ahead.")
        }
        let snoozed = try await settle(id, by: actor) { reminder, connection in
            try connection.execute(
                "UPDATE reminders SET completed = 0, due_at = $1, notify_at = $2 WHERE id = $3",
                moment,
                moment,
                id
            )
            (reminder.completed, reminder.dueAt) = (false, moment)
        }
        changes.announce()
        return snoozed
    }

    private func settle(
        _ id: ReminderID,
        by actor: Actor,
        _ change: @escaping @Sendable (inout Reminder, any SQLConnection) throws -> Void
    ) async throws -> Reminder {
        let now = clock.now()
        let (reminder, seen) = try await database.write { connection in
            var reminder = try Self.reminder(id, for: actor, on: connection)
            try change(&reminder, connection)
            return (reminder, try Notices.markSeen(reminder: id, at: now, on: connection))
        }
        if !seen.isEmpty { didSee(seen, actor.userId, now) }
        return reminder
    }

    /// Deletes a reminder and its notices.
    ///
    /// - Throws: `not_found` if it isn't the actor's.
    public func delete(_ id: ReminderID, by actor: Actor) async throws {
        let now = clock.now()
        let unseen = try await database.write { connection in
            _ = try Self.reminder(id, for: actor, on: connection)
            connection.markErasure()
            let unseen = try Notices.markSeen(reminder: id, at: now, on: connection)
            try connection.execute("DELETE FROM notices WHERE reminder_id = $1", id)
            try connection.execute("DELETE FROM reminders WHERE id = $1", id)
            return unseen
        }
        if !unseen.isEmpty { didSee(unseen, actor.userId, now) }
    }

    /// Notifies the service that a reminder was created within the caller's transaction. Call this after the commit.
    package func announceChange() { changes.announce() }
}
