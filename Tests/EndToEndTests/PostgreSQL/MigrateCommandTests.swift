import Domain
import Foundation
import PostgreSQLStorage
import PostgreSQLTestKit
import ServerHarness
import ServerTestKit
import SpotterServer
import Storage
import TestSupport
import Testing

/// A database goes from its folder to PostgreSQL and back, whole or not at all.
@Suite(.longTimeLimit) struct MigrateCommandTests {
    @Test func thereAndBackItIsTheSame() async throws {
        let folder = try await Self.studio()
        defer { folder.remove() }
        let address = try PostgreSQLTestServer.shared.makeDatabase()
        let there = try await SpotterCommand.run(["migrate", "--from", folder.path, "--to", address, "--json"])
        #expect(there.status == 0 && there.output.contains(#""message_rows":821"#), "\(there)")
        #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/spotter.db"))

        let stored = ["--data", folder.path, "--database", address]
        let check = try await SpotterCommand.run(["admin", "check"] + stored)
        #expect(check.status == 0, "\(check)")
        let index = try await SpotterCommand.run(["admin", "audit", "verify"] + stored)
        #expect(index.status == 0, "\(index)")
        let again = try await SpotterCommand.run(["migrate", "--from", folder.path, "--to", address])
        #expect(again.status == 1 && again.errors.contains("name it by --database"), "\(again)")

        let back = try await SpotterCommand.run(["migrate", "--from", address, "--to", folder.path])
        #expect(back.status == 0, "\(back)")
        let rest = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(!rest.contains("database") && !rest.contains { $0.hasSuffix(".copying") }, "\(rest)")
        #expect(try await SpotterCommand.run(["admin", "check", "--data", folder.path]).status == 0)
        try await Self.expectEqual("\(folder.path)/spotter.db.moved", "\(folder.path)/spotter.db")
    }

    /// Compares two files.
    private static func expectEqual(_ one: String, _ other: String) async throws {
        let databases = try [one, other].map { try ServerSchema.open(path: $0, logger: TestStore.quiet) }
        // How far the words are indexed may differ, and what `admin check` has begun.
        let later = ["index_progress", "notification_state"]
        let tables = try StoredTable.all(madeBy: ServerSchema.migrations).filter { !later.contains($0.name) }
        #expect(tables.count > 60 && tables.first { $0.name == "turns" }?.refersToItself ?? false)
        let copy = DatabaseCopy(from: databases[0], to: databases[1], tables: tables)
        let (counts, differences) = try await copy.compare { _ in }
        #expect(differences.isEmpty, "\(differences)")
        #expect(counts["message_rows"] == 821 && counts["users"] ?? 0 > 5)
        for database in databases { try await database.close() }
    }

    private struct Interruption: Error {}

    /// An interruption after each of some batches, in both directions.
    @Test func whatWasInterruptedGoesOn() async throws {
        let folder = try await Self.studio()
        defer { folder.remove() }
        let address = Secret(try PostgreSQLTestServer.shared.makeDatabase())
        for direction in [DatabaseMove.Direction.toPostgreSQL, .toFolder] {
            let move = DatabaseMove(direction, folder: folder.path, address: address)
            var (last, seen) = (0, Set<String>())
            for batches in [1, 40, 60, 80, 100] {
                var count = 0
                await #expect(throws: Interruption.self) {
                    _ = try await move.run { progress in
                        count += 1
                        if progress.table == "message_rows", progress.step == .copying {
                            #expect(progress.done >= last, "what was copied isn't copied again")
                            last = progress.done
                        }
                        seen.insert(progress.table)
                        if count == batches { throw Interruption() }
                    }
                }
            }
            #expect(seen.count > 20)
            let rows = try await move.run().rows
            #expect(rows["message_rows"] == 821, "\(direction): \(rows)")
        }
        #expect(try await SpotterCommand.run(["admin", "check", "--data", folder.path]).status == 0)
    }

    /// A copy of messages waits after its first rows for as long as this session has the lock.
    private static let holdingMessages = [
        """
        CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF EXISTS (SELECT FROM message_rows) THEN PERFORM pg_advisory_xact_lock_shared(1); END IF;
            RETURN NULL;
        END $$
        """,
        """
        CREATE FUNCTION hold() RETURNS event_trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF to_regclass('message_rows') IS NOT NULL THEN
                CREATE OR REPLACE TRIGGER waits BEFORE INSERT ON message_rows EXECUTE FUNCTION wait();
            END IF;
        END $$
        """,
        "CREATE EVENT TRIGGER holds ON ddl_command_end WHEN TAG IN ('CREATE TABLE', 'ALTER TABLE') EXECUTE FUNCTION hold()",
        "SELECT pg_advisory_lock(1)",
    ]
    private static let lettingMessagesGo = [
        "SELECT pg_advisory_unlock(1)", "DROP EVENT TRIGGER holds", "DROP FUNCTION hold", "DROP FUNCTION wait CASCADE",
    ]

    @Test func aKilledOneGoesOn() async throws {
        let folder = try await Self.studio()
        defer { folder.remove() }
        let address = try PostgreSQLTestServer.shared.makeDatabase()
        let holder = try PostgreSQLSession(PostgreSQLAddress(address))
        for sql in Self.holdingMessages { try holder.execute(sql) }
        let words = "exec '\(try BuiltExecutable.spotter.path)' migrate --from '\(folder.path)' --to '\(address)' 2>&1"
        let child = try await ChildProcess.start(
            "/bin/sh",
            ["-c", words],
            environment: ProcessInfo.processInfo.environment
        )
        _ = await child.lines.first { $0.contains("copying message_rows") }
        child.send(signal: SIGKILL)
        _ = await child.exit()
        for sql in Self.lettingMessagesGo { try holder.execute(sql) }
        let early = try await SpotterCommand.run(["serve", "--port", "0", "--data", folder.path, "--database", address])
        #expect(early.status == 1 && early.errors.contains("spotter migrate"), "\(early)")
        let rest = try await SpotterCommand.run(["migrate", "--from", folder.path, "--to", address, "--json"])
        #expect(rest.status == 0 && rest.output.contains(#""message_rows":821"#), "\(rest)")
    }

    @Test(arguments: [
        ("UPDATE message_rows SET text = 'Something else' WHERE num = 400", "message_rows: row 400 differs in text"),
        ("DELETE FROM message_rows WHERE num = 400", "message_rows: row 400"),
        ("INSERT INTO automatic_stop (id) VALUES (1)", "automatic_stop: row 1 is only in the copy"),
    ])
    func aDoctoredRowIsFound(change: String, difference: String) async throws {
        let folder = try await Self.studio()
        defer { folder.remove() }
        let address = try PostgreSQLTestServer.shared.makeDatabase()
        let session = try PostgreSQLSession(PostgreSQLAddress(address))
        var isDone = false
        let error = await #expect(throws: SpotterError.self) {
            _ = try await DatabaseMove(.toPostgreSQL, folder: folder.path, address: Secret(address)).run { progress in
                guard progress.step == .comparing, !isDone else { return }
                isDone = true
                try session.execute(change)
            }
        }
        #expect(error?.message.contains(difference) ?? false, "\(String(describing: error))")
        // The folder's database is still its own.
        let server = try await ServerProcess.start(on: folder)
        #expect(await server.stop() == .code(0))
    }

    @Test func onlyAnEmptyTargetIsTakenAndNoServedSource() async throws {
        let folder = try await Self.studio()
        defer { folder.remove() }
        let address = try PostgreSQLTestServer.shared.makeDatabase()
        try PostgreSQLSession(PostgreSQLAddress(address)).execute("CREATE TABLE theirs (id integer)")
        let words = ["migrate", "--from", folder.path, "--to"]
        let foreign = try await SpotterCommand.run(words + [address])
        #expect(foreign.status == 1 && foreign.errors.contains("holds tables that aren't a server's"), "\(foreign)")
        #expect(try await SpotterCommand.run(words + [folder.path]).status == 64)

        let server = try await ServerProcess.start(on: folder)
        let empty = try PostgreSQLTestServer.shared.makeDatabase()
        let served = try await SpotterCommand.run(words + [empty])
        #expect(served.status == 1 && served.errors.contains("in use by another spotter"), "\(served)")
        #expect(await server.stop() == .code(0))
        let nowhere = try await SpotterCommand.run(["migrate", "--from", "\(folder.path)/no", "--to", empty])
        #expect(nowhere.status == 1 && nowhere.errors.contains("there is no data folder"), "\(nowhere)")
    }

    /// A folder with the demo's people and chats.
    private static func studio() async throws -> TemporaryFolder {
        let studio = try await ImportedStudio.shared.folder()
        let folder = TemporaryFolder()
        for name in try FileManager.default.contentsOfDirectory(atPath: studio.path) where name != "lock" {
            try FileManager.default.copyItem(atPath: "\(studio.path)/\(name)", toPath: "\(folder.path)/\(name)")
        }
        return folder
    }
}
