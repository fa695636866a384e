import Cluster
public import Domain
import Storage

/// A cluster as its database knows it: what `spotter admin cluster --json` prints.
public struct ClusterStatus: Sendable, Codable {
    public struct Node: Sendable, Codable {
        public enum State: String, Sendable, Codable { case serving, draining, dead }

        /// Of one run of a server.
        public let id: String
        public let name: String
        public let version: String
        public let address: String
        public let state: State
        public let startedAt: Timestamp
        public let heartbeatAgeMs: Int64
        /// How long its last heartbeat took to be on disk.
        public let lagMs: Int64
    }

    public struct Lease: Sendable, Codable {
        public let work: String
        /// `nil` if nobody does it at the moment.
        public let node: String?
        public let until: Timestamp
        /// How often a server has begun to do it.
        public let terms: Int64
    }

    /// The database's time.
    public let at: Timestamp
    public let nodes: [Node]
    public let leases: [Lease]

    init(_ report: ClusterReport) {
        at = report.now
        nodes = report.nodes.map { node in
            Node(
                id: "\(node.id)",
                name: node.name,
                version: node.version,
                address: node.address,
                state: !node.isLive(at: report.now) ? .dead : node.state == .draining ? .draining : .serving,
                startedAt: node.startedAt,
                heartbeatAgeMs: max(0, report.now.milliseconds(since: node.heartbeatAt)),
                lagMs: node.lag
            )
        }
        leases = report.leases.map { lease in
            Lease(work: lease.name, node: lease.node.map { "\($0)" }, until: lease.until, terms: lease.number)
        }
    }
}

extension SpotterServer {
    /// Reads the state of a cluster without joining it.
    ///
    /// - Throws: `StorageError` with one line that says what's wrong; `conflict` if the database is of an older version.
    package static func clusterStatus(at location: DataLocation) throws -> ClusterStatus {
        guard let report = try location.read({ try ClusterReport.read(on: $0) }) else {
            throw SpotterError(.conflict, "the database is of an older version; start a server on it once")
        }
        return ClusterStatus(report)
    }
}
