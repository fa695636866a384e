import Contacts
package import Domain
package import Foundation
package import Measures
import Messaging
import Retrieval
import Scheduling
import SpotterAPI
package import Storage

/// A present client of the trainer, between whom and the trainer there is no block.
package struct WeekClient: Sendable {
    package let id: UserID
    package let name: String
    package let timezone: String
    /// The direct chat of which both are members.
    package var chat: ChatID?

    var firstName: String { String(name.prefix { !$0.isWhitespace }) }
    package var zone: TimeZone { TimeZone(identifier: timezone) ?? .gmt }

    /// Whether there's something in the chat that may have to be read; the first reading of a long chat takes a moment.
    package func hasTalked(with trainer: Actor, since start: Timestamp, on connection: any SQLConnection) throws -> Bool
    {
        guard let chat else { return false }
        let visible = VisibleMessageReader(reader: trainer.userId, connection: connection)
        return try visible.newest(1, filter: "m.chat_id = $2", arguments: [chat]).contains { $0.sentAt >= start }
    }

    /// By name.
    package static func all(of trainer: Actor, on connection: any SQLConnection) throws -> [WeekClient] {
        let blocked = try BlockRows.all(around: trainer.userId, on: connection)
        return try PeopleDirectory(of: trainer, on: connection).people.compactMap { person in
            guard person.isOwn, let user = person.userId, !blocked.contains(user) else { return nil }
            return WeekClient(id: user, name: person.name, timezone: person.timezone ?? "UTC", chat: person.chat)
        }
    }
}

/// What a weekly page is made from besides the chats themselves.
package struct WeekMaterial: Sendable {
    /// How far back sessions, payments and dates of plans are looked for.
    package static let reachDays: Int64 = 60
    package static let maxFound = 400

    package var clients: [WeekClient] = []
    /// Direct chats that wait for the trainer.
    package var inbox: [ChatID: InboxItem] = [:]
    /// By start, cancelled ones included, without those of nobody or of prospects.
    package var events: [UserID: [CalendarEvent]] = [:]
    /// What was said last about paying.
    package var payments: [ChatID: PaymentStatement] = [:]
    /// The nearest dates of plans and packages.
    package var plans: [ChatID: PlanDate] = [:]
    /// Values of this week that their coach may want to see.
    package var measures: [UserID: [NotableMeasure]] = [:]

    package init(
        clients: [WeekClient] = [],
        inbox: [ChatID: InboxItem] = [:],
        events: [UserID: [CalendarEvent]] = [:],
        payments: [ChatID: PaymentStatement] = [:],
        plans: [ChatID: PlanDate] = [:]
    ) {
        self.clients = clients
        self.inbox = inbox
        self.events = events
        self.payments = payments
        self.plans = plans
    }
}
