import ArgumentParser
import CommandLineSupport
import Domain
import Foundation
import SpotterServer
import Storage

/// `spotter admin check`.
struct AdminCheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check a stopped server's data: database, audit log, files, vectors, full text.",
        discussion: """
            Prints a line for each finding and exits with 1 if there is any. Messages, files and the database are only \
            read. A folder of an older version is refused: start the server on it once, which brings it up to date.

            It reads everything, so it's for a stopped server. A running one looks for damaged pages by itself after \
            each start; /readyz and its log tell. To check more without stopping it, back it up, restore the backup into \
            another folder and check that.

            EXAMPLES
              spotter admin check --data ./spotter-data
              spotter admin check --data ./spotter-data --json
            """
    )

    @OptionGroup var stored: DataOptions
    @Flag(help: "One JSON document.") var json = false

    func run() async throws {
        let report = try await report()
        if json {
            try outputJSON(report)
        } else {
            for fault in report.faults { output("\(fault)") }
            note(report.isSound ? "nothing wrong was found" : "\(report.faults.count) findings")
        }
        if !report.isSound { throw ExitCode.failure }
    }

    private func report() async throws -> DataCheck.Report {
        do {
            return try await SpotterServer.withFolder(stored.location) { server in
                await DataCheck(server).run { note($0) }
            }
        } catch {
            throw fail(error)
        }
    }
}
