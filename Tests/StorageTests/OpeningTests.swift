import Domain
import Foundation
import TestSupport
import Testing

@testable import Storage

@Suite(.timeLimit(.minutes(10))) struct OpeningTests {
    /// Acked means on disk only with these (invariant 1).
    @Test func commitsAreDurable() async throws {
        try await StoreFixture.run { store in
            #expect(try await store.text("PRAGMA journal_mode") == "wal")
            #expect(try await store.int("PRAGMA synchronous") == 2)
            let writer = try await store.database.write { connection in
                [
                    try connection.first("PRAGMA synchronous") { try $0.int(0) },
                    try connection.first("PRAGMA foreign_keys") { try $0.int(0) },
                    try connection.first("PRAGMA wal_autocheckpoint") { try $0.int(0) },
                ]
            }
            #expect(writer == [2, 1, 16_384])
        }
    }

    @Test func migrationsRunOnce() async throws {
        try await StoreFixture.run { store in
            let versions = Migrations.all.map(\.version)
            #expect(versions == versions.sorted() && Set(versions).count == versions.count)
            for _ in 0..<2 {
                try await store.database.close()
                let again = try StoreFixture.open(store.folder)
                let stored = try await again.read {
                    try $0.query("SELECT version FROM schema_migrations ORDER BY version") { try $0.int(0) }
                }
                #expect(stored == versions)
                try await again.close()
            }
        }
    }

    @Test func aNewerSchemaIsRefused() async throws {
        try await StoreFixture.run { store in
            try await store.database.write {
                _ = try $0.execute("INSERT INTO schema_migrations (version, applied_at) VALUES (999, 0)")
            }
            try await store.database.close()
            let error = #expect(throws: StorageError.self) { _ = try StoreFixture.open(store.folder) }
            expectOneLine(error, containing: "newer spotter (schema 999")
        }
    }

    @Test(arguments: [0, 100, 5000])
    func aDamagedFileIsNamed(offset: Int) async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        var random = SeededRandom(seed: UInt64(offset))
        // Not SQLite from its first byte, or from somewhere behind a header that is right.
        var bytes = Array("SQLite format 3\u{0}".utf8) + random.bytes(20_000)
        if offset == 0 { bytes = random.bytes(20_000) }
        try Data(bytes).write(to: URL(filePath: "\(folder.path)/spotter.db"))
        let error = #expect(throws: StorageError.self) { _ = try StoreFixture.open(folder) }
        expectOneLine(error, containing: "can't use the database \(folder.path)/spotter.db")
    }

    @Test func aFolderBelongsToOneProcess() throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let path = "\(folder.path)/new/data"
        do {
            let first = try DataFolder(path: path)
            let error = #expect(throws: StorageError.self) { _ = try DataFolder(path: path) }
            guard case .locked(_, let pid) = error else {
                Issue.record("not locked: \(String(describing: error))")
                return
            }
            #expect(pid == "\(ProcessInfo.processInfo.processIdentifier)")
            expectOneLine(error, containing: "pid \(pid)")
            let rights = try FileManager.default.attributesOfItem(atPath: first.path)[.posixPermissions] as? Int
            #expect(rights == 0o700)
        }
        _ = try DataFolder(path: path)
    }

    private func expectOneLine(_ error: StorageError?, containing part: String) {
        let line = error?.description ?? ""
        #expect(line.contains(part) && !line.contains("\n"), "\(line)")
    }
}
