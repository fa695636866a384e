import ArgumentParser
import CommandLineSupport
import Domain
import SpotterServer

/// `spotter migrate`.
struct MigrateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate",
        abstract: "Move a stopped server's database from its data folder to PostgreSQL, or back.",
        discussion: """
            Files and keys stay in the data folder; afterwards the server is started with the same --data, and with \
            --database while the database is PostgreSQL's. The target must be empty. Every row is compared, and the audit \
            log verified, before the folder's database is the new one; until then nothing has changed. What was \
            interrupted goes on when the command is run again. The database before is kept, under another name in the \
            folder or as it is in PostgreSQL.

            A password is better in PGPASSWORD or ~/.pgpass than in the address, which other users can see.

            EXAMPLES
              createdb -O spotter spotter
              spotter migrate --from ./spotter-data --to postgres://spotter@db/spotter
              spotter serve --data ./spotter-data --database postgres://spotter@db/spotter
              spotter migrate --from postgres://spotter@db/spotter --to ./spotter-data
            """
    )

    @Option(help: ArgumentHelp("The data folder, or PostgreSQL's address.", valueName: "folder|url")) var from: String
    @Option(help: ArgumentHelp("The other of the two.", valueName: "folder|url")) var to: String
    @Flag(help: "One JSON document about what was moved.") var json = false

    func validate() throws {
        guard DataLocation.isAddress(from) != DataLocation.isAddress(to) else {
            throw ValidationError(
                "One of --from and --to is a data folder, the other an address like postgres://user@host/name."
            )
        }
        DataOptions.noteSecret(in: DataLocation.isAddress(from) ? from : to)
    }

    func run() async throws {
        let isBack = DataLocation.isAddress(from)
        let move = DatabaseMove(
            isBack ? .toFolder : .toPostgreSQL,
            folder: isBack ? to : from,
            address: Secret(isBack ? from : to)
        )
        do {
            let notes = MigrateProgressNotes()
            let report = try await move.run { notes.show($0) }
            if json { return try outputJSON(report) }
            let rows = report.rows.values.reduce(0, +)
            output("\(rows) rows of \(report.rows.count) tables were moved and compared")
            output("\(report.auditEntries) entries of the audit log were verified")
            output("the database before is still there: \(report.before)")
        } catch {
            throw fail(error)
        }
    }
}

/// A line for each table that has begun, and every few seconds of a long one.
private final class MigrateProgressNotes {
    private var shown: (step: DatabaseMove.Progress.Step, table: String)?
    private var last = ContinuousClock.now

    func show(_ progress: DatabaseMove.Progress) {
        let isNew = shown?.step != progress.step || shown?.table != progress.table
        guard isNew || ContinuousClock.now - last > .seconds(3) else { return }
        (shown, last) = ((progress.step, progress.table), .now)
        let share = progress.total > 0 ? ": \(progress.done) of \(progress.total)" : ""
        note("\(progress.step.rawValue) \(progress.table)\(share)")
    }
}
