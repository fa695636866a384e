import ArgumentParser
import CommandLineSupport
import Domain
import SpotterAPI

/// `spotter admin log`.
struct AdminLogCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "log",
        abstract: "What administrators did, newest first.",
        discussion: """
            Every act is recorded with its time and the token that did it. People are named by id; no name, address or \
            secret is in it. Entries can't be changed or deleted.

            EXAMPLES
              spotter admin log --data ./spotter-data
              SPOTTER_ADMIN_TOKEN=… spotter admin log --limit 10 --json \\
                --server https://chat.example.com
            """
    )

    @OptionGroup var target: AdminTarget
    @Option(help: "How many entries, 1 to 200.") var limit = 50
    @Option(help: ArgumentHelp("Only entries before this one.", valueName: "number")) var before: Int64?
    @Flag(help: "One JSON document.") var json = false

    func run() async throws {
        do {
            let (limit, before) = (limit, before)
            let entries = try await target.withAccounts { try await $0.log(before: before, limit: limit) }
            if json { return try outputJSON(entries) }
            var table = TextTable("NO", "AT", "BY", "ACT", "ACCOUNT", "DETAIL")
            for entry in entries {
                table.add(
                    "\(entry.number)",
                    "\(entry.at)",
                    entry.actor,
                    entry.action,
                    entry.userId?.description ?? "-",
                    entry.detail
                )
            }
            for line in table.lines { output(line) }
        } catch {
            throw fail(error)
        }
    }
}
