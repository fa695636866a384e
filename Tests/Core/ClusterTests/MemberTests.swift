import ClusterTestKit
import Domain
import PostgreSQLTestKit
import Storage
import TestSupport
import Testing

@testable import Cluster

@Suite(.standardTimeLimit) struct MemberTests {
    @Test(arguments: TestEngine.allCases) func nodesKnowOfEachOther(engine: TestEngine) async throws {
        try await TestCluster.run(on: engine) { cluster in
            let (first, second) = (cluster.node(1), cluster.node(2))
            #expect(first.liveNodes == 1)
            first.didListen(at: "10.0.0.1:8080")
            try await first.beat()
            cluster.time.advance(milliseconds: 5)
            second.beginDraining()
            try await second.beat()
            try await first.beat()
            #expect(first.liveNodes == 2 && second.liveNodes == 2)
            let report = try #require(try await cluster.report())
            #expect(report.nodes.map(\.name) == ["node1", "node2"])
            #expect(report.nodes.map(\.address) == ["10.0.0.1:8080", ""])
            #expect(report.nodes.map(\.state) == [.serving, .draining])
            #expect(report.nodes.map { $0.startedAt.milliseconds } == [1_000_000, 1_000_005])
            cluster.time.advance(milliseconds: ClusterTimes.lease)
            try await first.beat()
            #expect(first.liveNodes == 1)
            let shown = try #require(try await cluster.report()).nodes
            #expect(shown.map { $0.isLive(at: cluster.time.now()) } == [true, false])
            cluster.time.advance(milliseconds: ClusterTimes.kept)
            try await first.beat()
            #expect(try await cluster.report()?.nodes.map(\.name) == ["node1"])
        }
    }

    @Test(arguments: TestEngine.allCases) func theDatabaseTellsTheTime(engine: TestEngine) async throws {
        try await TestStore.run(on: engine) { store in
            let (before, now, after) = try await store.database.write { connection in
                (try connection.time(), try connection.time(), SystemClock().now())
            }
            #expect(before <= now)
            // Both are this machine's here.
            #expect(abs(now.milliseconds(since: after)) < 60_000)
        }
    }
}
