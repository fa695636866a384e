import Domain
import Foundation
import Messaging
import Storage
import TestSupport
import Testing

@testable import Backup

/// What a backup and a restore refuse. Gateway's suite of this name saves and restores whole servers.
@Suite(.standardTimeLimit) struct BackupTests {
    private static let known = MessagingSchema.migrations

    @Test func afterAFailureNothingIsLeft() async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        try folder.write([UInt8](repeating: 9, count: 5000), to: "spotter.db")
        let backups = Backups(BackupSource(folder: folder.path, isStopped: false, serverVersion: "1"))
        let file = try PartialFile("\(folder.path)/a.tar")
        await #expect(throws: StorageError.self) { _ = try await backups.make(file) }
        #expect(try folder.names() == ["spotter.db"])
    }

    @Test(arguments: [
        ("r", "."), ("a.tar", "."), ("/r", "/"), ("a/r", "a"), ("/mnt/a/b.tar", "/mnt/a"), ("../r", ".."),
    ])
    func theFolderOfAnyPathIsKnown(path: String, folder: String) {
        #expect(PartialFile.folder(of: path) == folder)
    }

    // MARK: Refused restores

    @Test func aRestoreReplacesNothing() async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        try ArchiveFixture.write(to: "\(folder.path)/a.tar")
        try FileManager.default.createDirectory(atPath: "\(folder.path)/full/x", withIntermediateDirectories: true)
        for target in ["full", "a.tar"] {
            await #expect(throws: BackupError.self) {
                _ = try await Restore("\(folder.path)/a.tar", to: "\(folder.path)/\(target)", migrations: []).run()
            }
        }
        #expect(try folder.names() == ["a.tar", "full"])
    }

    /// An archive that is whole, with a database that isn't, or with one of a newer server.
    @Test func aDatabaseThatCannotBeServedIsRefused() async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let (archive, target) = ("\(folder.path)/a.tar", "\(folder.path)/new")
        try ArchiveFixture.write(to: archive)
        await #expect(throws: StorageError.self) {
            _ = try await Restore(archive, to: target, migrations: []).run()
        }
        try ArchiveFixture.write(to: archive) { ArchiveFixture.manifest($0.entries, schema: ["future: thing"]) }
        let error = await #expect(throws: BackupError.self) {
            _ = try await Restore(archive, to: target, migrations: Self.known).run()
        }
        #expect(error?.description.contains("upgrade spotter") ?? false)
        #expect(try folder.names() == ["a.tar"])
    }
}
