import Domain
import MessagingTestKit
import TestSupport
import Testing

@testable import Scheduling

/// What is asked twice is scheduled once.
@Suite struct ScheduledRepeatTests {
    private static func new(_ chat: ChatID, _ id: String?, _ text: String = "later") -> NewScheduledMessage {
        let start = NewScheduledMessage.Start.at(MessagingFixture.start.adding(minutes: 60))
        return NewScheduledMessage(chatId: chat, clientMessageId: id, text: text, start: start)
    }

    @Test func aRepeatReturnsTheFirst() async throws {
        try await ScheduleHouse.run { house in
            let (chat, trainer, client) = try await house.fixture.pair()
            let first = try await house.scheduled.create(Self.new(chat, "a"), by: trainer.actor)
            let again = try await house.scheduled.create(Self.new(chat, "a", "something else"), by: trainer.actor)
            #expect(first.isNew && !again.isNew && again.message == first.message)
            #expect(house.told.frames(to: trainer.id).count == 1, "a repeat changes nothing")
            // The id is the writer's own; without one nothing is a repeat.
            #expect(try await house.scheduled.create(Self.new(chat, "a"), by: client.actor).isNew)
            #expect(try await house.scheduled.create(Self.new(chat, nil), by: trainer.actor).isNew)
            #expect(try await house.scheduled.create(Self.new(chat, nil), by: trainer.actor).isNew)
            #expect(try await house.scheduled.create(Self.new(chat, "b"), by: trainer.actor).isNew)
            // Sent or changed, it's still that one.
            try await house.pass(to: MessagingFixture.start.adding(minutes: 60))
            let sent = try await house.scheduled.create(Self.new(chat, "a"), by: trainer.actor)
            #expect(!sent.isNew && sent.message.state == .sent)
            #expect(try await house.texts(in: chat, for: client).count == 5)
        }
    }

    @Test func manyAtOnceAreOne() async throws {
        try await ScheduleHouse.run { house in
            let (chat, trainer, _) = try await house.fixture.pair()
            let made = try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<8 {
                    group.addTask { try await house.scheduled.create(Self.new(chat, "a"), by: trainer.actor).isNew }
                }
                return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(made == 1)
            #expect(try await house.scheduled.list(for: trainer.actor).count == 1)
        }
    }

    @Test(arguments: ["", String(repeating: "x", count: 129), "a\u{0}"])
    func anUnfitIdIsRefused(id: String) async throws {
        try await ScheduleHouse.run { house in
            let (chat, trainer, _) = try await house.fixture.pair()
            let refused = await code { _ = try await house.create(Self.new(chat, id), by: trainer.actor) }
            #expect(refused == .invalidRequest)
        }
    }
}
