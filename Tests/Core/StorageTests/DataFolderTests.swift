import Foundation
import TestSupport
import Testing

@testable import Storage

@Suite(.standardTimeLimit) struct DataFolderTests {
    /// `lock` stays after a stop and looks as if it could be deleted.
    @Test func aDeletedLockLetsNobodyIn() throws {
        try Self.inFolder { path in
            let first = try DataFolder(path: path)
            try FileManager.default.removeItem(atPath: "\(path)/lock")
            #expect(throws: StorageError.self) { _ = try DataFolder(path: path) }
            withExtendedLifetime(first) {}
        }
    }

    @Test func nobodyElseReadsAnything() async throws {
        try await Self.inFolder { path in
            try FileManager.default.createDirectory(
                atPath: "\(path)/media",
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o755]
            )
            try Self.chmod(path, 0o755)
            for name in ["lock", "spotter.db"] {
                try Self.write([], to: "\(path)/\(name)")
                try Self.chmod("\(path)/\(name)", 0o644)
            }
            let folder = try DataFolder(path: path)
            let database = try StoreFixture.open("\(path)/spotter.db")
            try folder.markUsed()
            _ = try folder.key(named: "audit.key")
            for name in ["spotter.db", "spotter.db-wal", "spotter.db-shm", "lock", "README", "keys/audit.key"] {
                #expect(try Self.mode("\(path)/\(name)") == 0o600, "\(name)")
            }
            for name in ["media", "keys"] { #expect(try Self.mode("\(path)/\(name)") == 0o700, "\(name)") }
            #expect(try Self.mode(path) == 0o755, "the folder itself is its owner's to open")
            try await database.close()
        }
    }

    // MARK: Beginning anew

    /// Files of a server without their database: starting would make a new, empty one, and SQLite deletes the log.
    @Test(arguments: ["spotter.db-wal", "media/ab/abcd", "vectors/1", "keys/audit.key", "README"], [true, false])
    func aLostDatabaseIsNotBegunAnew(remaining: String, isEmpty: Bool) throws {
        try Self.inFolder { path in
            try Self.write([1, 2, 3], to: "\(path)/\(remaining)")
            if isEmpty { try Self.write([], to: "\(path)/spotter.db") }
            let error = #expect(throws: StorageError.self) { _ = try DataFolder(path: path) }
            let line = error?.description ?? ""
            #expect(line.contains("spotter restore") && !line.contains("\n"))
            #expect(FileManager.default.contents(atPath: "\(path)/\(remaining)") == Data([1, 2, 3]))
        }
    }

    /// The log deleted by hand after a crash, or a database copied without it.
    @Test func aDatabaseWithoutTablesIsNotBegunAnew() async throws {
        try await Self.inFolder { path in
            let full = try StoreFixture.open("\(path)/spotter.db", migrations: [])
            try await full.write { _ = try $0.execute("DROP TABLE migrations") }
            try await full.write { _ = try $0.execute("DROP TABLE schema_migrations") }
            try await full.close()
            let folder = try DataFolder(path: path)
            #expect(!folder.mayBegin)
            let error = #expect(throws: StorageError.self) {
                _ = try StoreFixture.open("\(path)/spotter.db", mayBegin: folder.mayBegin)
            }
            #expect(error?.description.contains("spotter restore") ?? false)
        }
    }

    @Test func aNewFolderBegins() async throws {
        try await Self.inFolder { path in
            // What a server that was killed in its first moment leaves.
            try Self.write([], to: "\(path)/spotter.db")
            for name in ["media/uploads", "media/temporary"] {
                try FileManager.default.createDirectory(atPath: "\(path)/\(name)", withIntermediateDirectories: true)
            }
            let folder = try DataFolder(path: path)
            #expect(folder.mayBegin)
            try await StoreFixture.open(folder.databasePath, mayBegin: folder.mayBegin).close()
            try folder.markUsed()
        }
    }

    @Test func aUsedFolderOpensAgain() async throws {
        try await Self.inFolder { path in
            for round in 0..<3 {
                let folder = try DataFolder(path: path)
                #expect(folder.mayBegin == (round == 0))
                try await StoreFixture.open(folder.databasePath, mayBegin: folder.mayBegin).close()
                try folder.markUsed()
            }
        }
    }

    // MARK: Keys

    @Test func aKeyStays() throws {
        try Self.inFolder { path in
            let folder = try DataFolder(path: path)
            let key = try folder.key(named: "audit.key")
            #expect(key.count == 32 && Set(key).count > 8)
            #expect(try folder.key(named: "audit.key") == key)
            #expect(try folder.key(named: "other.key") != key)
            try Self.write([1], to: "\(path)/keys/audit.key")
            #expect(throws: StorageError.self) { _ = try folder.key(named: "audit.key") }
        }
    }

    // MARK: Helpers

    private static func inFolder(_ body: (String) async throws -> Void) async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let path = "\(folder.path)/data"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try await body(path)
    }

    private static func inFolder(_ body: (String) throws -> Void) throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let path = "\(folder.path)/data"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try body(path)
    }

    private static func write(_ bytes: [UInt8], to path: String) throws {
        let file = URL(filePath: path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data(bytes).write(to: file)
    }

    private static func chmod(_ path: String, _ mode: Int) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    private static func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }
}
