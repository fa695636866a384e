package import Domain
import Messaging
package import Storage

extension Reminders {
    /// Stores an imported reminder. One that is completed or was due in the past is only listed: nobody is told of it. A
    /// recurring one goes on with its next occurrence.
    /// - Parameter reference: the import's own identifier of the reminder, unique per owner.
    /// - Returns: whether it is new.
    /// - Throws: `invalid_request` if the text, rule or time zone is invalid; `not_found` if the owner doesn't know the
    ///   client.
    package static func `import`(
        _ new: NewReminder,
        isCompleted: Bool,
        reference: String,
        id: ReminderID,
        by actor: Actor,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws -> Bool {
        let isKnown = try connection.exists(
            "SELECT 1 FROM reminders WHERE owner_id = $1 AND import_ref = $2",
            actor.userId,
            reference
        )
        guard !isKnown else { return false }
        var ahead = new
        // The rules are those of a reminder ahead.
        ahead.dueAt = max(new.dueAt, now.adding(seconds: 1))
        _ = try create(ahead, id: id, by: actor, at: now, on: connection)
        let zone = try connection.first("SELECT timezone FROM reminders WHERE id = $1", id) { try $0.text(0) }
        let clock = zone.flatMap(LocalClock.init(identifier:)) ?? .utc
        var next: Timestamp? = new.dueAt
        if new.dueAt <= now {
            next = new.recurrence.flatMap { RecurrenceRule($0) }?
                .next(after: now, startingAt: new.dueAt, clock: clock)
        }
        try connection.execute(
            """
            UPDATE reminders SET due_at = $1, first_due_at = $2, completed = $3, notify_at = $4, import_ref = $5
            WHERE id = $6
            """,
            isCompleted ? new.dueAt : next ?? new.dueAt,
            new.dueAt,
            isCompleted,
            isCompleted ? nil : next,
            reference,
            id
        )
        return true
    }
}
