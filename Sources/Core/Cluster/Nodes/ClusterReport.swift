public import Domain
public import Storage

/// A cluster as its database knows it, for the operator.
public struct ClusterReport: Sendable {
    public struct HeldLease: Sendable, Hashable {
        public let name: String
        /// `nil` if nobody holds it.
        public let node: NodeID?
        public let until: Timestamp
        /// How often it was taken over, and once more.
        public let number: Int64
    }

    /// The database's time.
    public let now: Timestamp
    /// Those of the last hour, the oldest first.
    public let nodes: [ClusterNode]
    public let leases: [HeldLease]

    /// - Returns: `nil` if the database's schema is older than clusters.
    public static func read(on connection: any SQLConnection) throws -> ClusterReport? {
        guard try connection.hasTable("cluster_nodes") else { return nil }
        let now = try connection.time()
        return ClusterReport(
            now: now,
            nodes: try ClusterNode.all(on: connection),
            leases: try LeaseRow.all(on: connection).map { row in
                HeldLease(name: row.name, node: row.until > now ? row.node : nil, until: row.until, number: row.fence)
            }
        )
    }
}
