import ArgumentParser
import CommandLineSupport
import Embedding
import LoadTest

/// Measures messaging under load, in fixed scenarios.
struct BenchChat: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "chat",
        abstract: "Messages per second, latency and what they cost the server, by fixed scenarios.",
        discussion: """
            Each scenario starts a server of its own on a temporary folder, unless --server names one. Texts have 100
            bytes; an ack means that the message is on disk. Latency is from the send to message.created on another
            connection. Over HTTPS the load tool doesn't verify the server's certificate.

            Messages are embedded at the same time where the model is installed. S1 and S2 run with the model on and off,
            and with client ids that rise with time and with random ones; --model and --ids choose. The other scenarios
            run once, with ids in order, and with the model if it's installed.

            --growth measures S2 and S1 instead, on databases with 0, 100 000, 1 000 000 and so on messages, with random
            client ids, and the bytes on disk for each message. The model is off unless --model on is given. Ten million
            messages take some ten minutes and 4 GB of disk.

            With --database, the server's database is one that is made on that PostgreSQL and dropped again; with --nodes,
            as many servers share it, and S1 to S3 spread their connections over them, neighbours to different ones.

            \(Scenario.allCases.map { "  \($0.rawValue)  \($0.description)" }.joined(separator: "\n"))

            Examples:
              spotter bench chat
              spotter bench chat --scenario s2,s3 --seconds 30 --json
              spotter bench chat --scenario s1,s2 --ids random --model off
              spotter bench chat --growth 10000000
              spotter bench chat --scenario s1,s4 --tls
              spotter bench chat --scenario searchable --seconds 20
              spotter bench chat --scenario s2,s3 --database postgres://me@db/postgres --nodes 2
              spotter bench chat --scenario s1 --server http://127.0.0.1:8080 --server-pid 4711
            """
    )

    @Option(help: "Which, separated by commas; all runs every one.") var scenario: String?
    @Option(help: "Seconds to measure, after a second of warm-up.") var seconds = 5
    @Option(help: "Client ids: ordered or random (default: both in S1 and S2).") var ids: ClientIDKind?
    @Option(help: "The model: on or off (default: both in S1 and S2).") var model: ModelSwitch?
    @Option(help: "S2 and S1 with more and more messages stored, up to this number.") var growth: Int?
    @Option(help: "Threads of the load tool.") var threads = 1
    @Flag(help: "The server encrypts, with a certificate made for it by the openssl command.") var tls = false
    @Option(help: "A running server to load instead, as http://127.0.0.1:8080, or https.") var server: String?
    @Option(help: "Its process on this machine, for processor time and memory.") var serverPid: Int32?
    @Option(help: "PostgreSQL's address, whose user may make databases (default: a file).") var database: String?
    @Option(help: "Servers that share the database, 1 to 8.") var nodes = 1
    @Option(help: "More for `spotter serve`, as --server-option=--event-loops=1; may be given several times.")
    var serverOption: [String] = []
    @Flag(help: "One JSON document a line.") var json = false

    func run() async throws {
        try checkOptions()
        do {
            var options = LoadOptions(executable: try SpotterPath.find())
            (options.address, options.serverPID, options.serverOptions) = (server, serverPid, serverOption)
            (options.threads, options.duration, options.isSecure) = (threads, .seconds(seconds), tls)
            (options.database, options.nodes) = (database, nodes)
            let scenarios = try scenarios()
            let variants = try LoadVariants(ids: ids, model: model, isServerOurs: server == nil)
            if !json { output(ScenarioTable.head) }
            if let growth {
                let options = variants.forGrowth(options)
                return try await Growth(options).run(Growth.steps(upTo: growth), report: show) { progress in
                    note(Self.line(progress))
                }
            }
            for scenario in scenarios {
                for options in variants.of(scenario, options) { try await scenario.run(options, report: show) }
            }
        } catch {
            throw fail(error)
        }
    }

    private func checkOptions() throws {
        guard (1...3600).contains(seconds), (1...16).contains(threads) else {
            throw ValidationError("--seconds 1-3600, --threads 1-16")
        }
        guard !tls || server == nil else { throw ValidationError("--tls is for a server that is started here") }
        guard model == nil || server == nil else {
            throw ValidationError("--model is for a server that is started here")
        }
        guard database == nil || (server == nil && growth == nil) else {
            throw ValidationError("--database is for scenarios with servers that are started here")
        }
        guard (1...8).contains(nodes), nodes == 1 || database != nil else {
            throw ValidationError("--nodes 1-8, more than one with --database")
        }
        guard let growth else { return }
        guard (0...1_000_000_000).contains(growth) else { throw ValidationError("--growth 0-1000000000") }
        guard server == nil, scenario == nil else {
            throw ValidationError("--growth measures S2 and S1 on servers that are started here")
        }
    }

    private func show(_ report: ScenarioReport) throws {
        if json { try outputJSON(report) } else { output(ScenarioTable.row(report)) }
    }

    private static func line(_ progress: Growth.Progress) -> String {
        "stored \(progress.stored) of \(progress.target) messages, \(Int(progress.perSecond)) messages/s"
    }

    private func scenarios() throws -> [Scenario] {
        guard let scenario, scenario != "all" else {
            return Scenario.allCases.filter { (server == nil || !$0.needsOwnServer) && (nodes == 1 || $0.canBeSpread) }
        }
        return try scenario.split(separator: ",").map { name in
            guard let scenario = Scenario(rawValue: name.lowercased()) else {
                let known = Scenario.allCases.map(\.rawValue).joined(separator: ", ")
                throw ValidationError("'\(name)' is not a scenario; there are \(known)")
            }
            guard server == nil || !scenario.needsOwnServer else {
                throw ValidationError("\(scenario.rawValue) kills its server: it needs one of its own")
            }
            guard nodes == 1 || scenario.canBeSpread else { throw ValidationError("--nodes is for s1, s2 and s3") }
            return scenario
        }
    }
}

extension ClientIDKind: ExpressibleByArgument {}

/// `--model`.
enum ModelSwitch: String, ExpressibleByArgument, CaseIterable { case on, off }
