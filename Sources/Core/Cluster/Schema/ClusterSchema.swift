package import Storage

/// The tables of a cluster. Times are the database's, in milliseconds since 1970.
package enum ClusterSchema {
    package static let migrations = [
        Migration(
            "cluster: nodes, leases",
            statements: [
                """
                CREATE TABLE cluster_nodes (
                    id BLOB PRIMARY KEY,
                    name TEXT NOT NULL,
                    version TEXT NOT NULL,
                    address TEXT NOT NULL,
                    state TEXT NOT NULL CHECK (state IN ('serving', 'draining')),
                    started_at INTEGER NOT NULL,
                    heartbeat_at INTEGER NOT NULL,
                    lag INTEGER NOT NULL
                )
                """,
                // The row stays when nobody holds the lease, so that its number only grows.
                """
                CREATE TABLE cluster_leases (
                    name TEXT PRIMARY KEY,
                    node_id BLOB NOT NULL,
                    until INTEGER NOT NULL,
                    fence INTEGER NOT NULL
                )
                """,
            ]
        )
    ]
}
