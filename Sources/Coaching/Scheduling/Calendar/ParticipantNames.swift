import Accounts
import Contacts
import Domain
import SpotterAPI
import Storage

/// The names and time zones of those who take part in events, and titles as each of them sees them.
struct ParticipantNames {
    private let connection: any SQLConnection
    private var users: [UserID: User] = [:]
    private var contacts: [UserID: Bool] = [:]

    init(_ connection: any SQLConnection) { self.connection = connection }

    mutating func name(_ user: UserID) throws -> String? { try find(user)?.displayName }

    /// The other side's name; `nil` for an event with nobody.
    mutating func other(_ event: CalendarEvent, for actor: Actor) throws -> String? {
        if event.clientId == actor.userId { return try name(event.trainerId) }
        if let client = event.clientId { return try name(client) }
        return try event.prospectId.flatMap { try Prospect.openName($0, of: event.trainerId, on: connection) }
    }

    /// The event as the actor sees it in a list.
    mutating func listed(_ event: CalendarEvent, for actor: Actor) throws -> ListedEvent {
        let shown = try titled(event, for: actor)
        guard let other = event.clientId == actor.userId ? event.trainerId : event.clientId else {
            let prospect = try event.prospectId.flatMap { try Prospect.open($0, of: event.trainerId, on: connection) }
            return ListedEvent(shown, with: prospect?.displayName, withTimezone: prospect?.timezone)
        }
        // An event outlasts the relation, but where somebody is only their contacts learn.
        let zone = try isContact(other, of: actor) ? find(other)?.timezone : nil
        return ListedEvent(shown, with: try name(other), withTimezone: zone)
    }

    private mutating func find(_ user: UserID) throws -> User? {
        if let known = users[user] { return known }
        let found = try User.find(user, on: connection)
        users[user] = found
        return found
    }

    private mutating func isContact(_ other: UserID, of actor: Actor) throws -> Bool {
        if let known = contacts[other] { return known }
        let (trainer, client) = actor.role == .trainer ? (actor.userId, other) : (other, actor.userId)
        let found = try Contacts.exists(trainer: trainer, client: client, on: connection)
        contacts[other] = found
        return found
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
