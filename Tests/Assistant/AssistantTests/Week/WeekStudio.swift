import Accounts
import AssistantTools
import BuiltInAnswers
import ChatInsights
import ClientProfiles
import Domain
import Foundation
import Logging
import Messaging
import Scheduling
import SpotterAPI
import Storage
import TestSupport

@testable import Assistant

/// A coach in Stockholm with two clients, on Thursday 12 March 2026 at 14:00 there; without sockets.
struct WeekStudio {
    static let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    let fixture: AssistantFixture
    let coach: Principal
    let sara: Principal
    let mike: Principal
    let saraChat: ChatID
    let mikeChat: ChatID
    let calendar: EventCalendar
    let reminders: Reminders
    let follower: ProfileFollower
    let assistant: AssistantService
    let proactive: Proactive

    init() async throws {
        fixture = try await AssistantFixture(isSemantic: false)
        let (database, clock, ids) = (fixture.database, fixture.clock, fixture.ids)
        coach = try await fixture.person("Alex Moore", .trainer)
        (sara, saraChat) = try await fixture.client("Sara Chen", of: coach)
        (mike, mikeChat) = try await fixture.client("Mike Ross", of: coach)
        calendar = EventCalendar(database: database, clock: clock, ids: ids)
        reminders = Reminders(database: database, clock: clock, ids: ids)
        follower = ProfileFollower(database: database, logger: Self.logger)
        assistant = fixture.assistant(
            sources: AnswerSources(events: calendar, inbox: fixture.messaging.inbox, chats: fixture.messaging.chats),
            resolver: ToolResolver(database: database, clock: clock),
            proposals: fixture.proposals()
        )
        proactive = Proactive(database: database, clock: clock)
    }

    @discardableResult
    func say(_ text: String, _ sender: Principal, daysAgo: Int64, in chat: ChatID? = nil) async throws -> Message {
        try await fixture.say(
            text,
            sender,
            in: chat ?? (sender.userId == mike.userId ? mikeChat : saraChat),
            daysAgo: daysAgo
        )
    }

    /// An hour with a client, so many days from now.
    @discardableResult
    func session(_ client: Principal, inDays days: Int64) async throws -> CalendarEvent {
        let start = fixture.clock.now().adding(seconds: days * 86_400)
        let new = NewEvent(
            eventType: .training,
            clientId: client.userId,
            startsAt: start,
            endsAt: start.adding(minutes: 60)
        )
        return try await calendar.create(new, by: coach.actor, allowsOverlap: true)
    }

    func page(_ reader: Principal? = nil) async throws -> WeekPage {
        try await follower.readPending()
        return try await assistant.week(for: reader ?? coach)
    }

    /// The reasons of a client, all of them.
    func reasons(_ client: Principal) async throws -> [WeekReason] {
        try await page().people.first { $0.userId == client.userId }?.reasons ?? []
    }

    func reason(_ kind: WeekReason.Kind, _ client: Principal) async throws -> WeekReason? {
        try await reasons(client).first { $0.kind == kind }
    }

    func draft(_ reason: WeekReason, _ request: WeekDraftRequest = WeekDraftRequest()) async throws -> Proposal? {
        try await assistant.draft(reason.id, request, by: coach).proposals.first
    }

    /// The number of rows of a table.
    func count(_ table: String) async throws -> Int64? {
        try await fixture.database.read { try $0.first("SELECT count(*) FROM \(table)") { try $0.int(0) } }
    }

    func service(_ proactive: Proactive? = nil) -> WeeklyPageService {
        WeeklyPageService(
            assistant: assistant,
            proactive: proactive ?? self.proactive,
            reminders: reminders,
            ids: fixture.ids,
            logger: Self.logger
        )
    }

    func notices(_ user: Principal? = nil) async throws -> [Notice] {
        try await Notices(database: fixture.database, clock: fixture.clock).list(for: (user ?? coach).actor).notices
    }
}
