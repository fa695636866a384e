import Domain
import Foundation
import Logging
import ServerHarness
import TestSupport
import Testing

@testable import Backup
@testable import SpotterServer
@testable import Storage

/// The documented upgrade of a folder of release 0.1.0: nothing refuses it, and only the server's start changes it.
@Suite(.longTimeLimit) struct PackagedUpgradeTests {
    /// What the systemd unit runs before each start and as the start, with the settings of the package.
    @Test func theUnitStartsOnAnOlderFolder() async throws {
        let release = try await ReleaseFolder()
        defer { release.folder.remove() }
        let unit = try Unit()
        let check = try await unit.start("ExecStartPre", on: release)
        let lines = await check.allLines()
        #expect(await check.exit() == .code(0), "\(lines)")
        let database = try #require(lines.first { $0.contains(" database: ") })
        #expect(database.hasPrefix("warning") && database.contains("will be upgraded"), "\(database)")
        #expect(database.contains("back it up first"), "\(database)")

        let server = try await unit.start("ExecStart", on: release)
        var address: Substring?
        for await line in server.lines {
            guard let found = line.firstMatch(of: /listening on (http\S+)/) else { continue }
            address = found.1
            break
        }
        let http = RESTClient(baseURL: String(try #require(address, "\(server.errors)")))
        #expect(try await http.request("GET", "/readyz").status == 200)
        server.send(signal: SIGTERM)
        #expect(await server.exit() == .code(0), "\(server.errors)")

        let again = try await unit.start("ExecStartPre", on: release)
        let after = await again.allLines()
        #expect(await again.exit() == .code(0))
        #expect(after.contains { $0.hasPrefix("ok") && $0.contains("has the schema of this version") }, "\(after)")
    }

    /// A listing tells what to do, and changes nothing.
    @Test(arguments: [["user", "list"], ["log"], ["check"], ["audit", "verify"]])
    func aListingNeverUpgrades(command: [String]) async throws {
        let release = try await ReleaseFolder()
        defer { release.folder.remove() }
        let before = try Data(contentsOf: URL(filePath: release.databasePath))
        let listing = try await ChildProcess.start(
            try BuiltExecutable.spotter.path,
            ["admin"] + command + ["--data", release.path],
            environment: Unit.environment
        )
        #expect(await listing.allLines() == [])
        #expect(await listing.exit() == .code(1))
        #expect(listing.errors.contains("is of an older version") && listing.errors.contains("spotter backup"))
        #expect(try Data(contentsOf: URL(filePath: release.databasePath)) == before)
        #expect(!FileManager.default.fileExists(atPath: release.databasePath + "-wal"))
    }

    /// Whichever module's last changes are missing, the folder is called older and isn't touched.
    @Test func anyOlderFolderIsTold() async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        // Those of the numbered schemas are there in any folder that has named ones.
        let named = ServerSchema.migrations.filter { $0.release == nil }
        let modules = Dictionary(grouping: named) { $0.name.prefix { $0 != ":" } }
        let last = modules.values.compactMap(\.last?.name)
        #expect(last.count > 5)
        for name in last {
            let path = "\(folder.path)/\(last.firstIndex(of: name) ?? 0)"
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            let older = ServerSchema.migrations.filter { $0.name != name }
            try await SQLiteDatabase(path: "\(path)/spotter.db", migrations: older, logger: quiet).close()
            var configuration = ServerConfiguration()
            configuration.dataFolder = path
            let found = ServerCheck(configuration).database
            #expect(found.outcome == .warning && found.text.contains("will be upgraded"), "\(name): \(found)")
            await #expect(throws: StorageError.self) {
                try await SpotterServer.withFolder(DataLocation(folder: path)) { _ in }
            }
        }
    }

    /// A backup of the folder as it is can be restored, and is older still.
    @Test func aBackupOfAnOlderFolderIsRestored() async throws {
        let release = try await ReleaseFolder()
        defer { release.folder.remove() }
        let (archive, restored) = ("\(release.folder.path)/a.tar", "\(release.folder.path)/restored")
        var configuration = ServerConfiguration()
        configuration.dataFolder = release.path
        let backups = Backups(SpotterServer.backupSource(configuration, isStopped: true))
        _ = try await backups.make(try PartialFile(archive))
        _ = try await Restore(archive, to: restored, migrations: ServerSchema.migrations).run()
        configuration.dataFolder = restored
        let found = ServerCheck(configuration).database
        #expect(found.outcome == .warning && found.text.contains("will be upgraded"), "\(found)")
    }
}

/// The lines of the package's unit, for the program that was built and a folder elsewhere.
private struct Unit {
    static let environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("SPOTTER_") }
        .merging(["SPOTTER_MODEL_DIR": "/nonexistent"]) { _, new in new }

    private let lines: [Substring]
    private let configuration: [String: Any]

    init() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardizedFileURL
        let packaging = root.appending(path: "packaging")
        lines = try String(contentsOf: packaging.appending(path: "spotter.service"), encoding: .utf8)
            .split(separator: "\n")
        let json = try Data(contentsOf: packaging.appending(path: "spotter.json"))
        configuration = try JSONSerialization.jsonObject(with: json) as? [String: Any] ?? [:]
    }

    func start(_ key: String, on release: ReleaseFolder) async throws -> ChildProcess {
        let line = try #require(lines.first { $0.hasPrefix("\(key)=") }).dropFirst(key.count + 1)
        var words = line.split(separator: " ").map(String.init)
        #expect(words.first == "/usr/bin/spotter" && words.contains("/etc/spotter/spotter.json"))
        let file = "\(release.folder.path)/spotter.json"
        var settings = configuration
        (settings["data"], settings["port"]) = (release.path, 0)
        try JSONSerialization.data(withJSONObject: settings).write(to: URL(filePath: file))
        words = words.map { $0 == "/etc/spotter/spotter.json" ? file : $0 }
        return try await ChildProcess.start(
            try BuiltExecutable.spotter.path,
            Array(words.dropFirst()),
            environment: Self.environment
        )
    }
}

extension ChildProcess {
    fileprivate func allLines() async -> [String] {
        var all: [String] = []
        for await line in lines { all.append(line) }
        return all
    }
}
