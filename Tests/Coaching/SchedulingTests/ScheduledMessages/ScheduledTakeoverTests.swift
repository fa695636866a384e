import Cluster
import ClusterTestKit
import Domain
import Logging
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

    /// A node whose clock is far ahead plans the next occurrence by it. When the work comes back to a node that has done it before,
    /// that one plans anew.
    @Test func whatAnotherNodesClockHasPassedOverLiesAhead() async throws {
        try await ScheduleHouse.run { house in
            let (chat, trainer, client) = try await house.fixture.pair()
            let first = MessagingFixture.start.adding(minutes: 60)
            let new = NewScheduledMessage(chatId: chat, text: "daily", start: .at(first), rrule: "FREQ=DAILY")
            _ = try await house.create(new, by: trainer.actor)
            let cluster = TestCluster(house.fixture.database)
            let nodes = [cluster.node(1), cluster.node(2)]
            let services = [house.service, ScheduledMessageService(house.scheduled, logger: Logger(label: "test"))]
            let leases = nodes.map { $0.lease("work") }
            // So long after an occurrence that no change to or from summer time matters.
            for (node, day, count) in [(0, 0, 1), (1, 30, 2), (0, 1, 2), (0, 2, 3)] {
                house.fixture.clock.set(first.adding(minutes: Int64(day) * 1440 + 90))
                cluster.time.advance(milliseconds: ClusterTimes.lease)
                try await nodes[node].beat()
                try await leases[node].perform {
                    while try await services[node].sendDue() > 0 {}
                }
                let sent = try await house.texts(in: chat, for: client)
                #expect(sent.count == count, "day \(day) of node \(node)")
            }
        }
    }
}
