import Domain
import Foundation
import Logging
import Storage
import TestSupport
import Testing

@testable import Backup

@Suite(.standardTimeLimit) struct BackupServiceTests {
    /// Old ones go only when there is a new one.
    @Test func keepsTheLatest() async throws {
        try await Self.run(keep: 3) { service, clock, folder in
            #expect(service.age == nil)
            for _ in 0..<5 {
                #expect(await service.makeOne())
                #expect(service.age == 0)
                clock.advance(milliseconds: 3_600_000)
            }
            #expect(service.age == 3600)
            let names = try FileManager.default.contentsOfDirectory(atPath: "\(folder)/backups").sorted()
            #expect(names == (2..<5).map { BackupFolder.name(at: Self.begin.adding(seconds: $0 * 3600)) })
            for name in names { _ = try ArchiveReader("\(folder)/backups/\(name)").verify() }
        }
    }

    @Test func aFailureDeletesNothing() async throws {
        try await Self.run(keep: 1) { service, clock, folder in
            #expect(await service.makeOne())
            clock.advance(milliseconds: 60_000)
            try Data([1]).write(to: URL(filePath: "\(folder)/spotter.db"))
            #expect(await service.makeOne() == false)
            #expect(service.age == 60)
            let names = try FileManager.default.contentsOfDirectory(atPath: "\(folder)/backups")
            #expect(names == [BackupFolder.name(at: Self.begin)])
        }
    }

    @Test func namesTellTheTime() {
        let time = Timestamp(milliseconds: 1_795_342_500_000)
        let name = BackupFolder.name(at: time)
        #expect(BackupFolder.time(of: name) == time)
        for other in [
            "", "spotter-.tar", "spotter-20261340T101500Z.tar", name + ".partial", "xpotter" + name.dropFirst(7),
        ] {
            #expect(BackupFolder.time(of: other) == nil, "\(other)")
        }
    }

    private static let begin = Timestamp(milliseconds: 1_795_342_500_000)

    private static func run(
        keep: Int,
        _ body: (BackupService, ManualClock, String) async throws -> Void
    ) async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let database = try SQLiteDatabase(
            path: "\(folder.path)/spotter.db",
            migrations: [Migration("test: t", statements: ["CREATE TABLE t (n INTEGER)"])],
            logger: logger
        )
        try await database.close()
        let clock = ManualClock(begin)
        var settings = BackupService.Settings()
        settings.keep = keep
        let backups = Backups(BackupSource(folder: folder.path, isStopped: true, serverVersion: "1"), clock: clock)
        let service = BackupService(
            backups,
            settings: settings,
            folder: "\(folder.path)/backups",
            clock: clock,
            logger: logger
        )
        try await body(service, clock, folder.path)
    }
}
