import Cluster
import ClusterTestKit
import ContactsTestKit
import Domain
import MessagingTestKit
import TestSupport
import Testing

@testable import Measures

/// Another server has taken the work over from one that was frozen.
@Suite(.standardTimeLimit) struct MeasureTakeoverTests {
    @Test func aNodeWhoseWorkWasTakenOverStoresNoPoints() async throws {
        try await MeasureHouse.run { house in
            let takeover = try await TestCluster(house.fixture.database).takeover()
            let (late, next) = (takeover.late, takeover.next)
            try await house.fixture.send("81.3 kg this morning", "m1", to: house.chat, by: house.client)
            await #expect(throws: LeaseLost.self) { try await late.perform { try await house.follower.readPending() } }
            #expect(try await house.rows() == 0)
            try await next.perform { try await house.follower.readPending() }
            try? await late.perform { try await house.follower.readPending() }
            #expect(try await house.told() == ["weight 81.3 kg"])
        }
    }
}
