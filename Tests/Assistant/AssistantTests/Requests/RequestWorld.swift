import Accounts
import Assistant
import AssistantTools
import Contacts
import ContactsTestKit
import Domain
import Embedding
import Foundation
import Messaging
import Scheduling
import SpotterAPI
import Storage
import TestSupport

/// The coach of `fixtures/requests-world.json`, with clients, prospects, a group and a week of events.
struct RequestWorld {
    let base: AssistantFixture
    let assistant: AssistantService
    let proposals: Proposals
    let calendar: EventCalendar
    let coach: Principal
    private let clock: LocalClock
    private var names: [String: String] = [:]

    private struct Description: Decodable {
        struct Person: Decodable {
            let name: String
            let timezone: String?
        }
        struct Group: Decodable {
            let name: String
            let members: [String]
        }
        struct Event: Decodable {
            let type: EventType
            let at: String
            let minutes: Int
            let with: String?
            let title: String?
        }
        let now: String
        let trainer: Person
        let clients: [Person]
        let prospects: [Person]
        let groups: [Group]
        let events: [Event]
    }

    struct Unreadable: Error {}

    init(embedder: (any Embedder)? = nil) async throws {
        let file = RequestCase.folder.appendingPathComponent("requests-world.json")
        let world = try JSONDecoder().decode(Description.self, from: Data(contentsOf: file))
        base = try await AssistantFixture(embedder: embedder)
        guard let now = Timestamp(rfc3339: world.now), let zone = world.trainer.timezone,
            let clock = LocalClock(identifier: zone)
        else { throw Unreadable() }
        base.clock.set(now)
        self.clock = clock
        coach = try await base.person(world.trainer.name, .trainer, timezone: zone)
        calendar = EventCalendar(database: base.database, clock: base.clock, ids: base.ids)
        proposals = base.proposals()
        assistant = base.assistant(
            calendar: calendar,
            resolver: ToolResolver(database: base.database, clock: base.clock),
            proposals: proposals
        )
        var people: [String: UserID] = [:]
        for person in world.clients {
            let client = try await base.person(person.name, timezone: person.timezone ?? zone)
            _ = try await base.messaging.contacts.addClient(client.user, by: coach.actor)
            let chat = try await base.messaging.chats.open(.direct(with: client.userId), by: coach.actor).chat
            people[person.name] = client.userId
            names[client.userId.description] = person.name
            names[chat.id.description] = person.name
        }
        for person in world.prospects {
            let prospect = try await base.messaging.contacts.addProspect(
                displayName: person.name,
                timezone: person.timezone,
                by: coach.actor
            )
            names[prospect.id.description] = person.name
        }
        for group in world.groups {
            let members = group.members.compactMap { people[$0] }
            let chat = try await base.messaging.chats.open(.group(name: group.name, with: members), by: coach.actor)
                .chat
            names[chat.id.description] = group.name
        }
        for event in world.events {
            guard let start = clock.instant(iso: event.at) else { throw Unreadable() }
            let new = NewEvent(
                eventType: event.type,
                title: event.title ?? event.type.title(with: event.with),
                clientId: event.with.flatMap { people[$0] },
                startsAt: start,
                endsAt: start.adding(minutes: Int64(event.minutes)),
                createdBy: .manual
            )
            _ = try await calendar.create(new, by: coach.actor)
        }
    }

    func answer(to texts: [String]) async throws -> AssistantAnswer {
        var conversation: ConversationID?
        var last: AssistantAnswer?
        for text in texts {
            let query = AssistantQuery(message: text, conversationId: conversation)
            let answer = try await assistant.query(query, by: coach).answer()
            conversation = answer.conversationId
            last = answer
        }
        guard let last else { throw Unreadable() }
        return last
    }

    // MARK: Comparing

    /// A proposal in the words of a case.
    struct Told: CustomStringConvertible {
        var tool: String
        var who: String?
        var at: String?
        var of: String?
        var minutes: Int?
        var title: String?
        var text: String?
        var rule: String?

        var description: String {
            let parts = [tool, who, of.map { "of \($0)" }, at, minutes.map { "\($0) min" }, title, text, rule]
            return parts.compactMap { $0 }.joined(separator: " | ")
        }
    }

    /// What an answer proposes.
    func told(_ answer: AssistantAnswer) async throws -> [Told] {
        var told: [Told] = []
        for proposal in answer.proposals where proposal.state == .pending { told.append(try await self.told(proposal)) }
        return told
    }

    static func words(_ answer: AssistantAnswer, _ told: [Told]) -> String {
        let proposals = told.map { "<\($0)>" }.joined(separator: " ")
        let doubts = answer.proposals.flatMap(\.doubts).map(\.kind.rawValue).joined(separator: ",")
        let text = answer.text.replacing("\n", with: " / ").prefix(160)
        return "\(proposals) \(answer.needs?.kindName ?? "-") \(doubts) \"\(text)\""
    }

    func told(_ proposal: Proposal) async throws -> Told {
        var told = Told(tool: proposal.tool.rawValue)
        switch proposal.arguments {
        case .scheduleCall(let call):
            told.who =
                call.clientId.flatMap { names[$0.description] }
                ?? call.prospectId.flatMap { names[$0.description] }
            told.at = local(call.startsAt)
            told.minutes = call.durationMinutes
            told.title = call.title
            told.rule = call.recurrence
        case .rescheduleEvent(let move):
            let event = try await calendar.event(move.eventId, for: coach.actor)
            told.who = event.clientId.flatMap { names[$0.description] }
            told.of = local(event.startsAt)
            told.at = local(move.startsAt)
            told.minutes = move.durationMinutes
        case .cancelEvent(let cancel):
            let event = try await calendar.event(cancel.eventId, for: coach.actor)
            told.who = event.clientId.flatMap { names[$0.description] }
            told.at = local(event.startsAt)
        case .setReminder(let reminder):
            told.who = reminder.clientId.flatMap { names[$0.description] }
            told.at = local(reminder.dueAt)
            told.text = reminder.text
            told.rule = reminder.recurrence
        case .sendMessage(let message):
            told.who = names[message.chatId.description]
            told.text = message.text
        }
        return told
    }

    private func local(_ instant: Timestamp) -> String {
        let local = clock.local(instant)
        let (date, minutes) = (local.day.date, local.second / 60)
        func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
        return "\(date.year)-\(two(date.month))-\(two(date.day))T\(two(minutes / 60)):\(two(minutes % 60))"
    }
}

extension RequestCase.Expected {
    func fits(_ told: RequestWorld.Told, _ request: RequestCase) -> Bool {
        guard tool == told.tool else { return false }
        if request.whoFree != true, who != nil || tool != "setReminder", who != told.who { return false }
        if request.atFree != true, let at, at != told.at { return false }
        if let of, of != told.of { return false }
        if let minutes, minutes != told.minutes { return false }
        if let title, title != told.title { return false }
        if request.textFree != true, let text, text != told.text { return false }
        return rule == told.rule
    }
}
