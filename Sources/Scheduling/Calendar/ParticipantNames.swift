import Accounts
import Contacts
import Domain
import Storage

/// The names of those who take part in events, and titles as each of them sees them.
struct ParticipantNames {
    private let connection: any SQLConnection
    private var names: [UserID: String] = [:]

    init(_ connection: any SQLConnection) { self.connection = connection }

    mutating func name(_ user: UserID) throws -> String? {
        if let known = names[user] { return known }
        let found = try User.find(user, on: connection)?.displayName
        names[user] = found
        return found
    }

    /// The other side's name; `nil` for an event with nobody.
    mutating func other(_ event: CalendarEvent, for actor: Actor) throws -> String? {
        if event.clientId == actor.userId { return try name(event.trainerId) }
        if let client = event.clientId { return try name(client) }
        return try event.prospectId.flatMap { try Prospect.openName($0, of: event.trainerId, on: connection) }
    }

    /// The event as the actor sees it: for Bea, "Training with Bea" is "Training with" the trainer, and has no notes.
    mutating func titled(_ event: CalendarEvent, for actor: Actor) throws -> CalendarEvent {
        guard event.clientId == actor.userId else { return event }
        var event = event
        if event.trainerId != actor.userId { event.notes = nil }
        guard try Self.isDerived(event, on: connection) else { return event }
        event.title = event.eventType.title(with: try name(event.trainerId))
        return event
    }

    /// Whether the title only says the type and the client's name, today's or that of the time when it was made.
    static func isDerived(_ event: CalendarEvent, on connection: any SQLConnection) throws -> Bool {
        guard let client = event.clientId else { return false }
        if try connection.exists("SELECT 1 FROM calendar_events WHERE id = $1 AND names_client = 1", event.id) {
            return true
        }
        return try User.find(client, on: connection).map { event.eventType.title(with: $0.displayName) } == event.title
    }
}
