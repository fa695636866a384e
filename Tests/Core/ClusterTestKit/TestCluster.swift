package import Cluster
import Domain
import Logging
package import Storage
package import TestSupport

/// Nodes over one database, whose clock and whose own clocks a test moves.
package struct TestCluster: Sendable {
    package let database: any Database
    package let time = ManualClock(Timestamp(milliseconds: 1_000_000))

    /// - Parameter database: has the cluster's tables.
    package init(_ database: any Database) { self.database = FencingDatabase(database) }

    /// - Parameter clock: the node's own; it stands still if only the database's is moved.
    package func node(_ number: UInt64, clock: ManualClock? = nil) -> ClusterMember {
        let own = clock ?? time
        return ClusterMember(
            id: NodeID(high: 0, low: number),
            name: "node\(number)",
            version: "1",
            database: database,
            clock: ClusterClock(
                database: { [time] _ in time.now() },
                elapsed: { own.now().milliseconds },
                sleep: { _ in throw CancellationError() }
            ),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
    }

    /// Work of a node that was frozen, and of the one that has taken it over.
    package struct Takeover: Sendable {
        /// The first node's, which is over.
        package let late: LeaseTerm
        package let next: Lease
        /// The first node's own. While it stands still, that node believes to hold the lease.
        let clock: ManualClock

        /// The first node looks at its clock again.
        package func thaw() { clock.advance(milliseconds: ClusterTimes.lease) }
    }

    package func takeover() async throws -> Takeover {
        let clock = ManualClock(Timestamp(milliseconds: 0))
        let (first, second) = (node(1, clock: clock), node(2))
        let (old, next) = (first.lease("work"), second.lease("work"))
        try await first.beat()
        guard let late = old.term, !next.isHeld else { throw LeaseLost() }
        time.advance(milliseconds: ClusterTimes.lease)
        try await second.beat()
        guard next.isHeld, late.isValid else { throw LeaseLost() }
        return Takeover(late: late, next: next, clock: clock)
    }

    package func report() async throws -> ClusterReport? { try await database.read { try ClusterReport.read(on: $0) } }
}
