import Accounts
import Assistant
import AssistantTools
import Contacts
import ContactsTestKit
import Domain
import Foundation
import LanguageModels
import Messaging
import Scheduling
import SpotterAPI
import Storage
import TestSupport
import Testing

/// A coach's studio in Stockholm on Thursday, 12 March 2026, at 14:00, with the real resolver, calendar and proposals.
struct PermissionWorld: Sendable {
    let fixture: AssistantFixture
    let coach: Principal
    let clients: [String: Principal]
    let chats: [String: ChatID]
    let group: ChatID
    let calendar: EventCalendar
    let proposals: Proposals
    /// By the name of the client, or the title.
    let events: [String: EventID]

    private static let names = [
        "Tom Berg", "Sara Lindqvist", "Devon Clarke", "Mike Chen", "Mike Okafor", "Kenji Sato", "Chloé Martin",
        "Grace Thornton", "Bob Novak", "Elizabeth Hart",
    ]
    /// Whose, when in Stockholm, minutes.
    private static let booked: [(name: String, type: EventType, at: String, minutes: Int64)] = [
        ("Bob", .call, "2026-03-13T10:00:00+01:00", 30), ("Sara", .training, "2026-03-13T18:00:00+01:00", 60),
        ("Tom", .training, "2026-03-14T10:00:00+01:00", 60), ("Dentist", .adhoc, "2026-03-16T09:00:00+01:00", 45),
        ("Grace", .training, "2026-03-16T17:00:00+01:00", 60), ("Devon", .training, "2026-03-17T15:00:00+01:00", 60),
    ]

    init(groupName: String = "Early Birds", displayName: String? = nil, title: String = "Dentist") async throws {
        let fixture = try await AssistantFixture(isSemantic: false)
        self.fixture = fixture
        coach = try await fixture.person("Alex Moore", .trainer)
        var clients: [String: Principal] = [:]
        var chats: [String: ChatID] = [:]
        for name in Self.names + [displayName].compactMap(\.self) {
            let first = name == displayName ? "stranger" : String(name.prefix { $0 != " " })
            let key = first == "Mike" ? name : first
            let zone = name.hasPrefix("Kenji") ? "Asia/Tokyo" : "Europe/Stockholm"
            let person = try await fixture.person(name, timezone: zone)
            _ = try await fixture.messaging.contacts.addClient(person.user, by: coach.actor)
            clients[key] = person
            chats[key] = try await fixture.messaging.chats.open(.direct(with: person.userId), by: coach.actor).chat.id
        }
        self.clients = clients
        self.chats = chats
        let members = ["Tom", "Sara", "Devon"].compactMap { clients[$0]?.userId }
        group = try await fixture.messaging.chats.open(.group(name: groupName, with: members), by: coach.actor).chat.id
        calendar = EventCalendar(database: fixture.database, clock: fixture.clock, ids: fixture.ids)
        proposals = fixture.proposals()
        var events: [String: EventID] = [:]
        for booked in Self.booked {
            let start = Timestamp(rfc3339: booked.at) ?? .earliest
            let event = try await calendar.create(
                NewEvent(
                    eventType: booked.type,
                    title: booked.name == "Dentist" ? title : booked.type.title(with: booked.name),
                    clientId: clients[booked.name]?.userId,
                    startsAt: start,
                    endsAt: start.adding(minutes: booked.minutes),
                    createdBy: .manual
                ),
                by: coach.actor
            )
            events[booked.name] = event.id
        }
        self.events = events
    }

    func assistant(
        _ model: any LanguageModel,
        attachments: (any AttachmentReading)? = nil
    ) -> AssistantService {
        fixture.assistant(
            models: [model],
            calendar: calendar,
            resolver: ToolResolver(database: fixture.database, clock: fixture.clock),
            proposals: proposals,
            attachments: attachments
        )
    }

    /// The call with `event:Sara` replaced by the event's id.
    func call(_ tool: String, _ arguments: JSONValue, number: Int) -> ToolCall {
        var text = arguments.text
        for (name, id) in events { text = text.replacing("\"event:\(name)\"", with: "\"\(id)\"") }
        return ToolCall(id: "call-\(number)", name: tool, rawArguments: text)
    }
}

/// The lines of a table in `fixtures`.
func table(_ name: String) throws -> [JSONValue] {
    try String(contentsOf: Repository.fixture("\(name).jsonl"), encoding: .utf8).split(separator: "\n").map { line in
        try #require(JSONValue.parse(Array(line.utf8), maxBytes: 1 << 20), "\(line)")
    }
}
