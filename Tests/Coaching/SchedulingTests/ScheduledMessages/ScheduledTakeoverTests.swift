import Cluster
import ClusterTestKit
import Domain
import MessagingTestKit
import TestSupport
import Testing

@testable import Scheduling

/// Two nodes over one database: each message is sent once.
@Suite(.standardTimeLimit) struct ScheduledTakeoverTests {
    @Test func aLateNodeSendsNothing() async throws {
        try await ScheduleHouse.run { house in
            let (chat, trainer, client) = try await house.fixture.pair()
            let due = MessagingFixture.start.adding(minutes: 60)
            for text in ["one", "two"] {
                _ = try await house.create(.init(chatId: chat, text: text, start: .at(due)), by: trainer.actor)
            }
            house.fixture.clock.set(due)
            let takeover = try await TestCluster(house.fixture.database).takeover()
            await #expect(throws: LeaseLost.self) {
                try await takeover.late.perform { try await house.service.sendDue() }
            }
            #expect(try await house.texts(in: chat, for: client) == [])
            try await takeover.next.perform { _ = try await house.service.sendDue() }
            #expect(try await house.texts(in: chat, for: client) == ["one", "two"])
            #expect(try await house.scheduled.list(for: trainer.actor).map(\.state) == [.sent, .sent])
        }
    }
}
