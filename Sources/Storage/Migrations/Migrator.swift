import Domain

/// Brings a database's schema up to date, in the caller's transaction.
struct Migrator {
    /// Servers before named migrations kept a number in `schema_migrations`, up to 4, and refuse a higher one.
    private static let numberForOlderServers: Int64 = 5

    private let migrations: [Migration]

    /// - Parameter migrations: modules from below to above, each one's in order: a module's may refer to tables of
    ///   modules below it.
    init(_ migrations: [Migration]) {
        let names = migrations.map(\.name)
        precondition(Set(names).count == names.count, "the name of a migration is unique")
        self.migrations = migrations
    }

    /// Runs the migrations that haven't run yet.
    ///
    /// - Throws: `StorageError.newerSchema` if a newer server has written the database.
    func run(on connection: any SQLConnection, at now: Timestamp) throws {
        let release = try numberedSchema(on: connection)
        try connection.execute(
            "CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY, applied_at INTEGER NOT NULL)"
        )
        var applied = Set(try connection.query("SELECT name FROM migrations") { try $0.text(0) })
        if let unknown = applied.subtracting(migrations.map(\.name)).min() {
            throw StorageError.newerSchema(found: unknown, known: migrations.last?.name ?? "none")
        }
        for migration in migrations where !applied.contains(migration.name) {
            if !(migration.release.map { $0 <= release } ?? false) { try migration.run(connection) }
            try connection.execute(
                "INSERT INTO migrations (name, applied_at) VALUES ($1, $2)",
                migration.name,
                now
            )
            applied.insert(migration.name)
        }
        guard release < Self.numberForOlderServers else { return }
        try connection.execute(
            "INSERT INTO schema_migrations (version, applied_at) VALUES ($1, $2)",
            Self.numberForOlderServers,
            now
        )
    }

    /// The number that the database has from before migrations had names; 0 if it's new.
    private func numberedSchema(on connection: any SQLConnection) throws -> Int64 {
        try connection.execute(
            "CREATE TABLE IF NOT EXISTS schema_migrations (version INTEGER PRIMARY KEY, applied_at INTEGER NOT NULL)"
        )
        let number =
            try connection.first("SELECT coalesce(max(version), 0) FROM schema_migrations") { try $0.int(0) } ?? 0
        guard number <= Self.numberForOlderServers else {
            throw StorageError.newerSchema(found: "\(number)", known: "\(Self.numberForOlderServers)")
        }
        return number
    }
}
