import Domain
import Storage

extension ClusterNode {
    static let columns = "id, name, version, address, state, started_at, heartbeat_at, lag"

    init(row: any SQLRow) throws {
        self.init(
            id: try row.id(0),
            name: try row.text(1),
            version: try row.text(2),
            address: try row.text(3),
            state: try row.word(4),
            startedAt: try row.timestamp(5),
            heartbeatAt: try row.timestamp(6),
            lag: try row.int(7)
        )
    }

    /// Nodes of the last hour, the oldest first.
    static func all(on connection: any SQLConnection) throws -> [ClusterNode] {
        try connection.query("SELECT \(columns) FROM cluster_nodes ORDER BY started_at, id") {
            try ClusterNode(row: $0)
        }
    }

    func write(on connection: any SQLConnection) throws {
        try connection.execute(
            """
            INSERT INTO cluster_nodes (\(Self.columns)) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
            ON CONFLICT (id) DO UPDATE SET address = excluded.address, state = excluded.state,
                heartbeat_at = excluded.heartbeat_at, lag = excluded.lag
            """,
            id,
            name,
            version,
            address,
            state.rawValue,
            startedAt,
            heartbeatAt,
            lag
        )
    }

    static func remove(_ id: NodeID, on connection: any SQLConnection) throws {
        try connection.execute("DELETE FROM cluster_nodes WHERE id = $1", id)
    }

    static func removeSilent(since limit: Timestamp, on connection: any SQLConnection) throws {
        try connection.execute("DELETE FROM cluster_nodes WHERE heartbeat_at < $1", limit)
    }
}
