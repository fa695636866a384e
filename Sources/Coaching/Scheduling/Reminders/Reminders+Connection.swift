import Accounts
package import Domain
import Messaging
package import Storage

extension Reminder {
    static let columns = "id, owner_id, text, due_at, client_id, recurrence, completed, created_by"

    /// From a row that starts with `columns`.
    init(row: any SQLRow) throws {
        self.init(
            id: try row.id(0),
            ownerId: try row.id(1),
            text: try row.text(2),
            dueAt: try row.timestamp(3),
            clientId: try row.optionalID(4),
            recurrence: try row.optionalText(5),
            completed: try row.bool(6),
            createdBy: try row.word(7)
        )
    }
}

extension Reminders {
    static func reminder(_ id: ReminderID, for actor: Actor, on connection: any SQLConnection) throws -> Reminder {
        let reminder = try connection.first("SELECT \(Reminder.columns) FROM reminders WHERE id = $1", id) {
            try Reminder(row: $0)
        }
        guard let reminder, Access.can(actor, .own(reminder.ownerId)) else { throw SpotterError.notFound("reminder") }
        return reminder
    }

    /// Creates a reminder within the caller's transaction.
    package static func create(
        _ new: NewReminder,
        id: ReminderID,
        by actor: Actor,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws -> Reminder {
        let text = try ReminderRules.text(new.text)
        guard new.dueAt > now else {
            throw SpotterError.invalid("That time has already passed; give a time ahead.")
        }
        if let rule = new.recurrence { try ReminderRules.recurrence(rule) }
        if let client = new.clientId {
            guard try KnownPeople.includes(client, for: actor.userId, on: connection) else {
                throw SpotterError.notFound("client")
            }
        }
        let reminder = Reminder(
            id: id,
            ownerId: actor.userId,
            text: text,
            dueAt: new.dueAt,
            clientId: new.clientId,
            recurrence: new.recurrence,
            createdBy: new.createdBy
        )
        try insert(reminder, timezone: try zone(of: new, actor, on: connection), at: now, on: connection)
        return reminder
    }

    private static func zone(of new: NewReminder, _ actor: Actor, on connection: any SQLConnection) throws -> String {
        if let name = new.timezone { return try LocalClock.checkedIdentifier(name) }
        return try User.timezone(of: actor.userId, on: connection) ?? "UTC"
    }

    private static func insert(
        _ reminder: Reminder,
        timezone: String,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws {
        try connection.execute(
            """
            INSERT INTO reminders (\(Reminder.columns), first_due_at, timezone, notify_at, created_at)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
            """,
            reminder.id,
            reminder.ownerId,
            reminder.text,
            reminder.dueAt,
            reminder.clientId,
            reminder.recurrence,
            reminder.completed,
            reminder.createdBy.rawValue,
            reminder.dueAt,
            timezone,
            reminder.dueAt,
            now
        )
    }
}
