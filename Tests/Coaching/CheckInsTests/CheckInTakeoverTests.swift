import Cluster
import ClusterTestKit
import ContactsTestKit
import Domain
import MessagingTestKit
import TestSupport
import Testing

@testable import CheckIns

/// Another server has taken the work over from one that was frozen.
@Suite(.standardTimeLimit) struct CheckInTakeoverTests {
    @Test func aNodeWhoseWorkWasTakenOverAsksAndRemindsNobody() async throws {
        try await AskedHouse.run(isAsked: false) { asked in
            let (house, service) = (asked.house, asked.house.service)
            let takeover = try await TestCluster(house.fixture.database).takeover()
            let (late, next) = (takeover.late, takeover.next)
            house.fixture.clock.advance(milliseconds: 3_600_000)
            await #expect(throws: LeaseLost.self) { try await late.perform { try await service.askDue() } }
            #expect(try await asked.asked().isEmpty)
            #expect(try await asked.texts().isEmpty)
            try await next.perform { _ = try await service.askDue() }
            try? await late.perform { _ = try await service.askDue() }
            #expect(try await asked.asked().count == 1)
            #expect(try await asked.texts().count == 1)
            // The reminder comes once, too.
            let remindAt = try #require(try await service.nextWake())
            house.fixture.clock.set(remindAt)
            await #expect(throws: LeaseLost.self) { try await late.perform { try await service.remindDue() } }
            #expect(try await asked.texts().count == 1)
            try await next.perform { _ = try await service.remindDue() }
            try? await late.perform { _ = try await service.remindDue() }
            #expect(try await asked.texts().count == 2)
        }
    }

    @Test func aNodeWhoseWorkWasTakenOverReadsNoAnswers() async throws {
        try await AskedHouse.run { asked in
            let fixture = asked.house.fixture
            let follower = fixture.observer(CheckInFollower.self)
            let takeover = try await TestCluster(fixture.database).takeover()
            let (late, next) = (takeover.late, takeover.next)
            fixture.clock.advance(milliseconds: 60_000)
            try await fixture.send("81.3 kg this morning, energy 6/10", "m1", to: asked.chat, by: asked.client)
            await #expect(throws: LeaseLost.self) { try await late.perform { try await follower.readPending() } }
            #expect(try await asked.newest().answers.isEmpty)
            try await next.perform { try await follower.readPending() }
            #expect(try await asked.newest().answers.map(\.number) == [81.3, 6])
        }
    }
}
