import Domain
import Storage

/// A lease as it's stored.
struct LeaseRow: Sendable, Hashable {
    let name: String
    let node: NodeID
    let until: Timestamp
    let fence: Int64

    static func all(on connection: any SQLConnection) throws -> [LeaseRow] {
        try connection.query("SELECT name, node_id, until, fence FROM cluster_leases ORDER BY name") {
            LeaseRow(name: try $0.text(0), node: try $0.id(1), until: try $0.timestamp(2), fence: try $0.int(3))
        }
    }

    /// - Returns: the term's number; `nil` if another node was faster.
    static func begin(
        _ name: String,
        for node: NodeID,
        until: Timestamp,
        on connection: any SQLConnection
    ) throws -> Int64? {
        let count = try connection.execute(
            """
            INSERT INTO cluster_leases (name, node_id, until, fence) VALUES ($1, $2, $3, 1)
            ON CONFLICT (name) DO NOTHING
            """,
            name,
            node,
            until
        )
        return count == 1 ? 1 : nil
    }

    /// A term that ran out, but that nobody has taken over, goes on.
    func renew(until: Timestamp, on connection: any SQLConnection) throws -> Bool {
        try connection.execute(
            "UPDATE cluster_leases SET until = $1 WHERE name = $2 AND node_id = $3 AND fence = $4",
            until,
            name,
            node,
            fence
        ) == 1
    }

    /// Waits for what the former holder is committing under it.
    /// - Returns: the new term's number; `nil` if another node was faster, or it was renewed meanwhile.
    func takeOver(
        for node: NodeID,
        until: Timestamp,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws -> Int64? {
        let (next, isOverflow) = fence.addingReportingOverflow(1)
        guard !isOverflow else { return nil }
        let count = try connection.execute(
            "UPDATE cluster_leases SET node_id = $1, until = $2, fence = $3 WHERE name = $4 AND fence = $5 AND until <= $6",
            node,
            until,
            next,
            name,
            fence,
            now
        )
        return count == 1 ? next : nil
    }

    func release(at now: Timestamp, on connection: any SQLConnection) throws {
        _ = try renew(until: now, on: connection)
    }
}
