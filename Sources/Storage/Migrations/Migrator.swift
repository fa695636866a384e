import Domain

/// Brings the schema up to date. A version, once released, never changes: the next change is the next version.
enum Migrations {
    struct Migration: Sendable {
        let version: Int64
        let statements: [String]
    }

    static let all: [Migration] = [
        Migration(
            version: 1,
            statements: Schema1.accounts + Schema1.messaging + Schema1.memory + Schema1.scheduling
                + Schema1.assistant + SQLiteFullText.schema
        ),
        Migration(version: 2, statements: Schema2.accounts + Schema2.messages + Schema2.media),
        Migration(version: 3, statements: Schema3.messages + SQLiteFullText.schema3 + Schema3.notifications),
        Migration(version: 4, statements: Schema4.memory),
    ]

    static func run(on connection: any SQLConnection, at now: Timestamp) throws {
        try connection.execute(
            "CREATE TABLE IF NOT EXISTS schema_migrations (version INTEGER PRIMARY KEY, applied_at INTEGER NOT NULL)"
        )
        let current =
            try connection.first("SELECT coalesce(max(version), 0) FROM schema_migrations") { try $0.int(0) } ?? 0
        let known = all.last?.version ?? 0
        guard current <= known else { throw StorageError.newerSchema(found: current, known: known) }
        for migration in all where migration.version > current {
            for statement in migration.statements { try connection.execute(statement) }
            try connection.execute(
                "INSERT INTO schema_migrations (version, applied_at) VALUES ($1, $2)",
                migration.version,
                now
            )
        }
    }
}
