import Assistant
import Domain
import Logging
import Messaging
import MessagingTestKit
import Scheduling
import SpotterAPI
import Storage
import Synchronization
import TestSupport

@testable import AutomaticReplies

/// A trainer in Stockholm with a client, their chat and their calendar; Thursday 12 March 2026, 14:00.
final class AutomaticHouse: Sendable {
    static let start = Timestamp(rfc3339: "2026-03-12T13:00:00Z") ?? .earliest

    let fixture: MessagingFixture
    let replies: AutomaticReplies
    let service: AutomaticReplyService
    let calendar: EventCalendar
    let trainer: User
    let client: User
    let chat: ChatID
    private let counter = Atomic(0)

    init(
        _ fixture: MessagingFixture,
        _ people: (chat: ChatID, trainer: User, client: User),
        answers: (any AutomaticAnswering)? = nil
    ) {
        self.fixture = fixture
        (chat, trainer, client) = (people.chat, people.trainer, people.client)
        let ids = UUIDv7Source(clock: fixture.clock)
        calendar = EventCalendar(database: fixture.database, clock: fixture.clock, ids: ids)
        replies = AutomaticReplies(
            database: fixture.database,
            clock: fixture.clock,
            ids: ids,
            messages: fixture.services.messages,
            answers: answers ?? AutomaticAnswers(calendar: calendar),
            signal: fixture.automatic
        ) { _, _ in }
        service = AutomaticReplyService(replies, logger: Logger(label: "test"))
    }

    /// - Parameter isOn: whether the two have agreed to everything, and the trainer has turned it on and written before.
    static func run(isOn: Bool = true, _ body: (AutomaticHouse) async throws -> Void) async throws {
        try await MessagingFixture.run(with: UpperModule.automatic) { fixture in
            fixture.clock.set(start)
            let house = AutomaticHouse(fixture, try await fixture.pair())
            if isOn { try await house.turnOn() }
            try await body(house)
        }
    }

    func turnOn(_ kinds: [AutomaticKind] = AutomaticKind.allCases) async throws {
        try await say("Welcome!", by: trainer)
        try await change(.init(enabled: true, acknowledgement: .set("I answer tonight.")))
        _ = try await replies.offer(kinds, to: client.id, by: trainer.actor)
        _ = try await replies.accept(trainer.id, by: client.actor)
        try await service.step()
    }

    func change(_ request: AutomaticSettingsRequest) async throws {
        _ = try await replies.change(request, by: trainer.actor)
    }

    @discardableResult
    func say(_ text: String, by user: User) async throws -> Message {
        let number = counter.add(1, ordering: .relaxed).newValue
        return try await fixture.send(text, "said-\(number)-\(fixture.clock.now())", to: chat, by: user).message
    }

    /// The client writes, and the server notices it.
    @discardableResult
    func ask(_ text: String) async throws -> Message {
        let message = try await say(text, by: client)
        try await service.step()
        return message
    }

    func wait(minutes: Int64) async throws {
        fixture.clock.advance(milliseconds: minutes * 60_000)
        try await service.step()
    }

    func wait(seconds: Int64) async throws {
        fixture.clock.advance(milliseconds: seconds * 1000)
        try await service.step()
    }

    func book(_ title: String, on start: String) async throws {
        let start = Timestamp(rfc3339: start) ?? .earliest
        _ = try await calendar.create(
            .init(
                eventType: .training,
                title: title,
                clientId: client.id,
                startsAt: start,
                endsAt: start.adding(minutes: 60)
            ),
            by: trainer.actor
        )
    }

    func live(_ user: User, in zone: String) async throws {
        try await fixture.database.write { connection in
            _ = try connection.execute("UPDATE users SET timezone = $1 WHERE id = $2", zone, user.id)
        }
    }

    /// What was sent by itself, in the order of the chat.
    func sent() async throws -> [Message] {
        try await messages(after: 0).filter { $0.via == .automatic && $0.deletedAt == nil }
    }

    /// The chat's messages of a greater number, oldest first, at most 200.
    func messages(after seq: Int64) async throws -> [Message] {
        try await fixture.services.chats.history(of: chat, after: seq, limit: 200, for: trainer.actor).messages
    }

    func reply() async throws -> AutomaticReply? { try await replies.list(for: trainer.actor).first }
}
