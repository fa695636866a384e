import ArgumentParser
import CommandLineSupport
import Domain
import SpotterAPI
import SpotterServer

/// `spotter admin cluster`.
struct AdminClusterCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cluster",
        abstract: "The servers over one PostgreSQL database: which live, and which does what.",
        discussion: """
            Asks the database itself, so it works whatever becomes of the servers. Times are the database's.

            EXAMPLES
              spotter admin cluster --data ./spotter-data
              spotter admin cluster --json --database postgres://spotter@db/spotter
            """
    )

    @OptionGroup var stored: DataOptions
    @Flag(help: "One JSON document.") var json = false

    func run() async throws {
        do {
            let report = try SpotterServer.clusterStatus(at: stored.location)
            if json { return try outputJSON(report) }
            for line in ClusterLines(report).lines { output(line) }
        } catch {
            throw fail(error)
        }
    }
}
