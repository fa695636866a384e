import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// PostgreSQL with a standby that follows it synchronously: what is committed at the primary is at the standby, too.
public final class PostgreSQLPair: Sendable {
    /// The primary at first.
    public let first: PostgreSQLProcess
    public let second: PostgreSQLProcess
    private let folder: String

    /// Makes both in a temporary folder, which takes some seconds.
    /// - Throws: `PostgreSQLProcess.Failure`; `SubprocessError` if PostgreSQL isn't installed.
    public static func start() async throws -> PostgreSQLPair {
        let folder = TemporaryFolderPath.make("pg")
        var attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o700]
        if geteuid() == 0 { attributes[.ownerAccountName] = "postgres" }
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true,
            attributes: attributes
        )
        let pair = PostgreSQLPair(folder)
        do {
            try await pair.begin()
            return pair
        } catch {
            await pair.end()
            throw error
        }
    }

    private init(_ folder: String) {
        self.folder = folder
        first = PostgreSQLProcess(in: folder, port: 5432)
        second = PostgreSQLProcess(in: folder, port: 5433)
    }

    private func begin() async throws {
        try await first.create()
        try await first.start()
        try await second.copy(first)
        try await second.start()
        // Without a standby that follows, a primary that waits for one wouldn't commit anything.
        try await first.wait(for: "state = 'streaming'")
        try await first.execute("ALTER SYSTEM SET synchronous_standby_names = '*'")
        try await first.execute("SELECT pg_reload_conf()")
        try await first.wait(for: "sync_state = 'sync'")
    }

    /// The primary's machine is lost.
    ///
    /// - Parameter isHung: whether it falls silent instead of ending; `removePrimary` ends it then.
    public func losePrimary(isHung: Bool) async {
        if isHung { first.freeze() } else { await first.end() }
    }

    /// The standby takes over. Returns when it's a primary.
    public func promote() async throws { try await second.promote() }

    /// Ends a primary that hangs, as an operator does before it wakes up.
    public func removePrimary() async { await first.end() }

    public func end() async {
        await first.end()
        await second.end()
        try? FileManager.default.removeItem(atPath: folder)
    }
}

extension PostgreSQLProcess {
    /// Waits until a standby is as `condition` says.
    fileprivate func wait(for condition: String) async throws {
        try await execute(
            """
            DO $$ BEGIN
                WHILE NOT EXISTS (SELECT FROM pg_stat_replication WHERE \(condition)) LOOP
                    PERFORM pg_sleep(0.02), pg_stat_clear_snapshot();
                END LOOP;
            END $$
            """
        )
    }
}
