import ClusterTestKit
import Domain
import PostgreSQLTestKit
import Storage
import TestSupport
import Testing

@testable import Cluster

@Suite(.standardTimeLimit) struct LeaseTests {
    @Test(arguments: TestEngine.allCases) func oneNodeHoldsALeaseAtATime(engine: TestEngine) async throws {
        try await TestCluster.run(on: engine) { cluster in
            let (first, second) = (cluster.node(1), cluster.node(2))
            let leases = [first.lease("mail"), second.lease("mail")]
            #expect(leases.allSatisfy { $0.term == nil }, "nobody has asked yet")
            try await first.beat()
            try await second.beat()
            #expect(leases.map { $0.term?.number } == [1, nil])
            cluster.time.advance(milliseconds: ClusterTimes.lease - 1)
            try await second.beat()
            #expect(leases[1].term == nil, "it isn't over yet")
            cluster.time.advance(milliseconds: 1)
            try await second.beat()
            #expect(leases.map { $0.term?.number } == [nil, 2])
            try await first.beat()
            #expect(leases.map { $0.term?.number } == [nil, 2])
        }
    }

    @Test(arguments: TestEngine.allCases) func aLateHolderWritesNothing(engine: TestEngine) async throws {
        try await TestCluster.run(on: engine) { cluster in
            let own = ManualClock(Timestamp(milliseconds: 0))
            // The first node is frozen: its own clock stands still, so that it believes to hold the lease.
            let (first, second) = (cluster.node(1, clock: own), cluster.node(2))
            let lease = first.lease("mail")
            _ = second.lease("mail")
            try await first.beat()
            let term = try #require(lease.term)
            try await lease.perform { try await cluster.rename("in time") }
            cluster.time.advance(milliseconds: ClusterTimes.lease)
            try await second.beat()
            #expect(term.isValid, "it doesn't know yet")
            await #expect(throws: LeaseLost.self) { try await lease.perform { try await cluster.rename("late") } }
            await #expect(throws: LeaseLost.self) {
                try await lease.perform { try await cluster.rename("late", isDeferrable: true) }
            }
            // It gets the lease again, for new work only.
            try await second.leave()
            try await first.beat()
            #expect(lease.term?.number == 3 && !term.isValid)
            await #expect(throws: LeaseLost.self) { try await term.perform { try await cluster.rename("late") } }
            let nodes = try await cluster.report()?.nodes ?? []
            #expect(nodes.map(\.name) == ["in time"])
            // Others write as ever.
            try await cluster.rename("request")
            try await lease.perform { try await cluster.rename("new work") }
            #expect(try await cluster.report()?.nodes.map(\.name) == ["new work"])
        }
    }

    @Test func aHolderStopsBeforeOthersBegin() async throws {
        try await TestCluster.run(on: .sqlite) { cluster in
            let node = cluster.node(1)
            let lease = node.lease("mail")
            try await node.beat()
            let term = try #require(lease.term)
            cluster.time.advance(milliseconds: ClusterTimes.lease - ClusterTimes.margin)
            #expect(lease.term == nil && !term.isValid)
            await #expect(throws: LeaseLost.self) { try await term.perform { try LeaseTerm.check() } }
            await #expect(throws: LeaseLost.self) { try await lease.perform {} }
            // Nobody has taken it: what was begun goes on.
            try await node.beat()
            #expect(lease.term?.number == term.number && term.isValid)
        }
    }

    @Test func whoStopsGivesBack() async throws {
        try await TestCluster.run(on: .sqlite) { cluster in
            let (first, second) = (cluster.node(1), cluster.node(2))
            let (mail, index) = (first.lease("mail"), first.lease("index"))
            let others = [second.lease("mail"), second.lease("index")]
            try await first.beat()
            #expect(first.heldLeases == ["index", "mail"])
            mail.giveUp()
            try await first.beat()
            try await second.beat()
            #expect(mail.term == nil && index.term != nil)
            #expect(others.map { $0.term?.number } == [2, nil])
            try await first.leave()
            try await second.beat()
            #expect(others.map { $0.term?.number } == [2, 2])
            #expect(index.term == nil && second.liveNodes == 1)
        }
    }

    @Test func aServerAloneAsksNobody() async throws {
        try await TestStore.run(on: .sqlite) { store in
            let term = try #require(Lease.alone.term)
            #expect(Lease.alone.poll == nil && term.isValid)
            // There isn't even a table of leases.
            let one = try await Lease.alone.perform {
                try LeaseTerm.check()
                return try await FencingDatabase(store.database).write { connection in
                    try term.confirm(on: connection)
                    return 1
                }
            }
            #expect(one == 1)
            Lease.alone.giveUp()
            #expect(Lease.alone.isHeld)
        }
    }
}
