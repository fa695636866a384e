import ArgumentParser
import Backup
import CommandLineSupport
import Domain
import Foundation
import NIOCore
import NIOHTTP1
import SpotterServer
import Storage

/// `spotter backup`.
struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Save everything that a server keeps in one file: messages, files, settings and keys.",
        discussion: """
            Works while the server runs, and on a stopped one. Everything that was acknowledged before is in it. The file \
            is read again and checked before it gets its name, and an existing file is never replaced. A folder as DEST \
            gets a file with the date in its name. Restore it with: spotter restore

            The file holds all messages and secrets in the clear. Only its owner can read it; keep it like that.

            EXAMPLES
              spotter backup /mnt/backups --data /var/lib/spotter
              SPOTTER_ADMIN_TOKEN=… spotter backup ~/spotter.tar \\
                --server https://chat.example.com
            """
    )

    @Argument(help: ArgumentHelp("The new file, or a folder for it.", valueName: "dest")) var destination: String
    @OptionGroup var target: AdminTarget
    @Option(help: "With --data: the server's configuration file, to be saved along.") var config: String?
    @Flag(help: "One JSON document.") var json = false

    func validate() throws {
        guard config == nil || target.server == nil else {
            throw ValidationError("--config goes with --data; a running server saves its own.")
        }
    }

    private struct Report: Encodable {
        let file: String
        let createdAt: Timestamp
        let bytes: Int64
        let counts: [String: Int64]
        let missing: [String]
        let damaged: [String]
    }

    func run() async throws {
        do {
            let file = try PartialFile(BackupDestination.path(destination, at: SystemClock().now()))
            let manifest: Manifest
            do {
                if let server = try target.remote() {
                    manifest = try await download(server, to: file)
                } else {
                    manifest = try await copy(to: file)
                }
            } catch {
                file.discard()
                throw error
            }
            for line in manifest.warnings { note("warning: \(line)") }
            try report(manifest, file.destination)
        } catch {
            throw fail(error)
        }
    }

    private func report(_ manifest: Manifest, _ file: String) throws {
        if json {
            return try outputJSON(
                Report(
                    file: file,
                    createdAt: manifest.createdAt,
                    bytes: manifest.bytes,
                    counts: manifest.counts,
                    missing: manifest.missing,
                    damaged: manifest.damaged
                )
            )
        }
        output(file)
        note("\(manifest.summary); checked")
    }

    // MARK: A folder

    private func copy(to file: PartialFile) async throws -> Manifest {
        var configuration = ServerConfiguration()
        let location = target.location
        configuration.dataFolder = location.folder
        configuration.database = location.database
        if let refusal = SpotterServer.backupSource(configuration, isStopped: true).refusal { throw refusal }
        configuration.configurationFile = try config.map { path in
            guard FileManager.default.isReadableFile(atPath: path) else {
                throw ValidationError("--config: can't read \(path).")
            }
            return path
        }
        guard FileManager.default.fileExists(atPath: DataFolder.databasePath(in: location.folder)) else {
            throw SpotterError(.notFound, "\(location.folder) isn't a server's data folder; name it with --data")
        }
        // A running server holds the folder. The database can be copied all the same.
        var lock: DataFolder?
        do { lock = try DataFolder(path: location.folder) } catch StorageError.locked { lock = nil }
        defer { withExtendedLifetime(lock) {} }
        let bar = BackupProgressBar()
        defer { bar.end() }
        let backups = Backups(SpotterServer.backupSource(configuration, isStopped: lock != nil))
        return try await backups.make(file) { bar.show($0) }
    }

    // MARK: A running server

    private func download(_ server: AdminServer, to file: PartialFile) async throws -> Manifest {
        note("\(server.address) makes a backup; it arrives when it's whole")
        let bar = BackupProgressBar()
        defer { bar.end() }
        try await server.download("/v1/admin/backup", method: .POST) { bytes, offset, total in
            try file.write(bytes, at: offset)
            bar.show(received: offset + Int64(bytes.count), of: total)
        }
        let manifest = try file.verify { bar.show($0) }
        try file.publish()
        return manifest
    }
}
