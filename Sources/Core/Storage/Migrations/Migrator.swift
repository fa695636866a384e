package import Domain

/// Brings a database's schema up to date.
package struct Migrator {
    /// Servers before named migrations kept a number in `schema_migrations`, up to 4, and refuse a higher one.
    private static let numberForOlderServers: Int64 = 5

    private let migrations: [Migration]
    private let dialect: SQLDialect

    /// - Parameter migrations: modules from below to above, each one's in order: a module's may refer to tables of
    ///   modules below it.
    package init(_ migrations: [Migration], in dialect: SQLDialect) {
        self.dialect = dialect
        let names = migrations.map(\.name)
        precondition(Set(names).count == names.count, "the name of a migration is unique")
        self.migrations = migrations
    }

    /// Runs the migrations that haven't run yet: in one transaction, and the steps of a long one in one each.
    ///
    /// - Parameters:
    ///   - transact: runs its body in a transaction, and commits it.
    ///   - progress: called after each step of a long migration.
    /// - Throws: `StorageError.newerSchema` if a newer server has written the database.
    package func run(
        at now: Timestamp,
        in transact: (_ body: (any SQLConnection) throws -> Void) throws -> Void,
        progress: @escaping @Sendable (MigrationProgress) -> Void
    ) throws {
        var long: Migration?
        repeat {
            try transact { long = try run(on: $0, at: now) }
            guard let migration = long else { return }
            var hasMore = true
            while hasMore {
                try transact { connection in
                    hasMore = try migration.step(in: dialect, connection, progress)
                    if !hasMore { try Self.record(migration, at: now, on: connection) }
                }
            }
        } while true
    }

    /// The migrations that haven't run on a database yet. Only reads.
    ///
    /// - Returns: `nil` if the database was never a server's: it has no record of migrations at all.
    /// - Throws: `StorageError.newerSchema` if a newer server has written the database.
    package func pending(on connection: any SQLConnection) throws -> [Migration]? {
        let (hasNames, hasNumber) = (
            try connection.hasTable("migrations"), try connection.hasTable("schema_migrations")
        )
        guard hasNames || hasNumber else { return nil }
        let release = hasNumber ? try Self.storedNumber(on: connection) : 0
        let applied = hasNames ? try appliedNames(on: connection) : []
        return migrations.filter { !applied.contains($0.name) && !($0.release.map { $0 <= release } ?? false) }
    }

    /// Runs migrations up to the first that needs transactions of its own.
    ///
    /// - Returns: that migration; `nil` at the end.
    private func run(on connection: any SQLConnection, at now: Timestamp) throws -> Migration? {
        let release = try numberedSchema(on: connection)
        try connection.execute(
            "CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY, applied_at INTEGER NOT NULL)"
        )
        var applied = try appliedNames(on: connection)
        // A new database has nothing that takes long.
        let isNew = applied.isEmpty && release == 0
        for migration in migrations where !applied.contains(migration.name) {
            if migration.hasSteps(in: dialect), !isNew { return migration }
            if !(migration.release.map { $0 <= release } ?? false) {
                while try migration.step(in: dialect, connection, { _ in }) {}
            }
            try Self.record(migration, at: now, on: connection)
            applied.insert(migration.name)
        }
        guard release < Self.numberForOlderServers else { return nil }
        try connection.execute(
            "INSERT INTO schema_migrations (version, applied_at) VALUES ($1, $2)",
            Self.numberForOlderServers,
            now
        )
        return nil
    }

    private static func record(_ migration: Migration, at now: Timestamp, on connection: any SQLConnection) throws {
        try connection.execute(
            "INSERT INTO migrations (name, applied_at) VALUES ($1, $2)",
            migration.name,
            now
        )
    }

    /// The number that the database has from before migrations had names; 0 if it's new.
    private func numberedSchema(on connection: any SQLConnection) throws -> Int64 {
        try connection.execute(
            "CREATE TABLE IF NOT EXISTS schema_migrations (version INTEGER PRIMARY KEY, applied_at INTEGER NOT NULL)"
        )
        return try Self.storedNumber(on: connection)
    }

    private static func storedNumber(on connection: any SQLConnection) throws -> Int64 {
        let number =
            try connection.first("SELECT coalesce(max(version), 0) FROM schema_migrations") { try $0.int(0) } ?? 0
        guard number <= numberForOlderServers else {
            throw StorageError.newerSchema(found: "\(number)", known: "\(numberForOlderServers)")
        }
        return number
    }

    private func appliedNames(on connection: any SQLConnection) throws -> Set<String> {
        let names = Set(try connection.query("SELECT name FROM migrations") { try $0.text(0) })
        if let unknown = names.subtracting(migrations.map(\.name)).min() {
            throw StorageError.newerSchema(found: unknown, known: migrations.last?.name ?? "none")
        }
        return names
    }
}
