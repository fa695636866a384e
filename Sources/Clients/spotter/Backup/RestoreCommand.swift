import ArgumentParser
import Backup
import CommandLineSupport
import Domain
import SpotterServer
import Storage

/// `spotter restore`.
struct RestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Make a data folder from a backup.",
        discussion: """
            Checks the whole backup first and writes only to a new or empty folder, which gets its name when everything in \
            it is on disk. Then start a server on it: spotter serve --data DIR. Clients that know later messages than the \
            backup notice it and follow the server.

            A database with tables, triggers or views that aren't Spotter's is refused: they could act behind the server's \
            back.

            EXAMPLES
              spotter restore /mnt/backups/spotter-20261122T101500Z.tar \\
                --data /var/lib/spotter-restored
            """
    )

    @Argument(help: ArgumentHelp("A file that `spotter backup` made.", valueName: "archive")) var archive: String
    @Option(help: "The new data folder.") var data: String
    @Flag(help: "Take a database with tables, triggers or views of your own, too.") var anySchema = false
    @Flag(help: "One JSON document.") var json = false

    private struct Report: Encodable {
        let folder: String
        let createdAt: Timestamp
        let bytes: Int64
        let counts: [String: Int64]
    }

    func run() async throws {
        do {
            let bar = BackupProgressBar()
            let restore = Restore(
                archive,
                to: data,
                migrations: ServerSchema.migrations,
                takesAnySchema: anySchema
            )
            let manifest: Manifest
            do {
                manifest = try await restore.run { bar.show($0) }
                bar.end()
            } catch {
                bar.end()
                throw error
            }
            for line in manifest.warnings { note("warning: \(line)") }
            if json {
                return try outputJSON(
                    Report(
                        folder: data,
                        createdAt: manifest.createdAt,
                        bytes: manifest.bytes,
                        counts: manifest.counts
                    )
                )
            }
            output(data)
            note("as it was at \(manifest.createdAt): \(manifest.summary)")
            if manifest.hasConfiguration {
                note("the server's configuration file is \(data)/settings/config.json; start with --config")
            }
        } catch {
            throw fail(error)
        }
    }
}
