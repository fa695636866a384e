import ArgumentParser
import CommandLineSupport
import LoadTest

/// Measures messaging under load, in fixed scenarios.
struct BenchChat: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "chat",
        abstract: "Messages per second, latency and what they cost the server, by fixed scenarios.",
        discussion: """
            Each scenario starts a server of its own on a temporary folder, unless --server names one. Texts have 100
            bytes; an ack means that the message is on disk. Latency is from the send to message.created on another
            connection. Messages are embedded at the same time where the model is installed;
            SPOTTER_MODEL_DIR=/nonexistent measures messaging alone. Over HTTPS the load tool doesn't verify the server's
            certificate.

            \(Scenario.allCases.map { "  \($0.rawValue)  \($0.description)" }.joined(separator: "\n"))

            Examples:
              spotter bench chat
              spotter bench chat --scenario s2,s3 --seconds 30 --json
              spotter bench chat --scenario s1,s4 --tls
              spotter bench chat --scenario searchable --seconds 20
              spotter bench chat --scenario s1 --server http://127.0.0.1:8080 --server-pid 4711
            """
    )

    @Option(help: "Which, separated by commas; all runs every one.") var scenario = "all"
    @Option(help: "Seconds to measure, after a second of warm-up.") var seconds = 10
    @Option(help: "Threads of the load tool.") var threads = 1
    @Flag(help: "The server encrypts, with a certificate made for it by the openssl command.") var tls = false
    @Option(help: "A running server to load instead, as http://127.0.0.1:8080, or https.") var server: String?
    @Option(help: "Its process on this machine, for processor time and memory.") var serverPid: Int32?
    @Option(help: "More for `spotter serve`, as --server-option=--event-loops=1; may be given several times.")
    var serverOption: [String] = []
    @Flag(help: "One JSON document a line.") var json = false

    func run() async throws {
        guard (1...3600).contains(seconds), (1...16).contains(threads) else {
            throw ValidationError("--seconds 1-3600, --threads 1-16")
        }
        guard !tls || server == nil else { throw ValidationError("--tls is for a server that is started here") }
        do {
            var options = LoadOptions(executable: try SpotterPath.find())
            (options.address, options.serverPID, options.serverOptions) = (server, serverPid, serverOption)
            (options.threads, options.duration, options.isSecure) = (threads, .seconds(seconds), tls)
            let scenarios = try scenarios()
            if !json { output(ScenarioTable.head) }
            for scenario in scenarios {
                try await scenario.run(options) { report in
                    if json { try outputJSON(report) } else { output(ScenarioTable.row(report)) }
                }
            }
        } catch {
            throw fail(error)
        }
    }

    private func scenarios() throws -> [Scenario] {
        guard scenario != "all" else { return Scenario.allCases.filter { server == nil || !$0.needsOwnServer } }
        return try scenario.split(separator: ",").map { name in
            guard let scenario = Scenario(rawValue: name.lowercased()) else {
                let known = Scenario.allCases.map(\.rawValue).joined(separator: ", ")
                throw ValidationError("'\(name)' is not a scenario; there are \(known)")
            }
            guard server == nil || !scenario.needsOwnServer else {
                throw ValidationError("\(scenario.rawValue) kills its server: it needs one of its own")
            }
            return scenario
        }
    }
}
