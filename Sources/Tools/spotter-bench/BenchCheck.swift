import ArgumentParser
import CommandLineSupport
import ConsistencyChecker
import ServerHarness

/// The consistency check: random clients over real sockets against a server that is killed repeatedly.
struct BenchCheck: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check that nothing acked is lost, nothing doubled, and live equals fresh, under cuts and kill -9.",
        discussion: """
            Each seed makes a plan: people with several devices who write, edit, react, come and go, with cut
            connections, stale positions and a server that is killed and started again. In the end everything that
            anybody saw is judged. A seed gives the same plan each time; how the steps of its clients meet is up to the
            machine, so that a failure may need several runs to show again.

            With --nodes, as many servers share a database, which is made on the PostgreSQL of --database and dropped
            again; they are also frozen for seconds. With --database own, the check starts a PostgreSQL and a standby
            that follows it synchronously, cuts servers off from both, and kills or freezes the primary while the
            standby takes over; with --bus own, it starts a NATS, cuts servers off from it, and restarts it. After
            each fault every server has to store within --resumption: those that a fault doesn't take away since it
            struck, the one that it does since it was over. With --spread moving, each device resumes at another
            server whenever its connection ends, within the same time; with --faults overlapping, two faults befall
            at once, each with that time, and servers are frozen for longer than their leases last. With --duties,
            messages are scheduled and reminders set at all nodes while faults last, and each has to come once;
            in the end people log out at one node and have to be out at the others within a second.

            Examples:
              spotter bench check --seeds 500
              spotter bench check --seed 17 --seeds 1      that plan again
              spotter bench check --nodes 3 --database postgres://me@db/postgres
              spotter bench check --nodes 3 --database own --bus own
              spotter bench check --nodes 3 --database own --bus own --batch 20 \\
                --faults overlapping --spread moving --clocks 3 --duties
            """
    )

    @Option(help: "How many seeds.") var seeds: UInt64 = 100
    @Option(help: "The first seed.") var seed: UInt64 = 1
    @Option(help: "Steps of a seed, over all of its devices.") var steps = 60
    @Option(help: "Seeds that share a server.") var batch: UInt64 = 25
    @Option(help: "Servers that share a batch's database.") var nodes = 1
    @Option(help: "PostgreSQL's address, whose user may make databases, or own (default: a file).") var database:
        String?
    @Option(help: "NATS's address, nats://…, or own (default: the database).") var bus: String?
    @Option(help: "What is on different nodes: a seed's devices, moving or not, or only the seeds.")
    var spread = Check.Options.Spread.devices
    @Option(help: "One fault after another, or overlapping ones and freezes longer than a lease.")
    var faults = Check.Options.Severity.single
    @Option(help: "Seconds by which the clocks of nodes are behind and ahead.") var clocks = 0.0
    @Flag(help: "Also check scheduled messages, reminders and log-outs.") var duties = false
    @Option(help: "Seconds within which every server has to store again after a fault.") var resumption = 5.0
    @Option(help: "The spotter to check; auto is the one beside this program.") var serverBinary = "auto"

    func run() async throws {
        guard (1...10_000_000).contains(seeds), (10...2000).contains(steps), (1...200).contains(batch),
            seed < UInt64.max - seeds
        else { throw ValidationError("--seeds 1-10000000, --steps 10-2000, --batch 1-200") }
        guard nodes == 1 || database != nil, (1...8).contains(nodes) else {
            throw ValidationError("--nodes 1-8, more than one with --database")
        }
        guard bus == nil || database != nil else { throw ValidationError("--bus needs --database") }
        guard (0.1...60).contains(resumption) else { throw ValidationError("--resumption 0.1-60") }
        guard (0...60).contains(clocks) else { throw ValidationError("--clocks 0-60") }
        do {
            let executable = serverBinary == "auto" ? try SpotterPath.find() : serverBinary
            var options = Check.Options(executable: executable)
            (options.steps, options.batch) = (steps, batch)
            (options.nodes, options.spread, options.faults) = (nodes, spread, faults)
            (options.database, options.bus) = (database.map(place), bus.map(place))
            (options.clocks, options.hasDuties) = (.seconds(clocks), duties)
            options.resumption = .seconds(resumption)
            let begin = ContinuousClock.now
            var last = Check.Counts()
            let hasPassed = try await Check(options).run(seeds: seed..<(seed + seeds)) { counts, failures, batch in
                last = counts
                for failure in failures { output(describe(failure, batch)) }
                note("  \(counts.seeds) of \(seeds) seeds, \(counts.acked) acked, \(counts.restarts) restarts")
            }
            let elapsed = (ContinuousClock.now - begin).seconds.rounded(places: 1)
            output(
                """
                \(hasPassed ? "whole" : "BROKEN"): \(last.seeds) seeds in \(elapsed) s; \(last.steps) steps, \
                \(last.connections) connections, \(last.faults) faults, \(last.restarts) restarts, \
                \(last.acked) sends acked, \
                \(last.unanswered) without an answer, \(last.changes) changes, \(last.frames) frames judged
                """
            )
            for (what, times) in [("stored again", last.recoveries), ("resumed elsewhere", last.resumptions)] {
                guard let slowest = times.max(by: { $0.time < $1.time }) else { continue }
                let inTime = times.count { $0.isDone && $0.time <= options.resumption }
                output("\(what) \(inTime) of \(times.count) times within \(resumption) s; the slowest: \(slowest)")
            }
            if duties {
                let slowest = last.logOuts.map(\.time).max() ?? .zero
                output(
                    """
                    \(last.duties) duties; logged out elsewhere \(last.logOuts.count) times, the slowest after \
                    \(slowest)
                    """
                )
            }
            if !hasPassed { throw ExitCode.failure }
        } catch {
            throw fail(error)
        }
    }

    private func place(_ text: String) -> Check.Options.Place { text == "own" ? .own : .at(text) }

    /// The options of several servers.
    private var cluster: String {
        func shown(_ option: String, _ value: String?) -> String {
            value.map { " \(option) \($0 == "own" ? $0 : "…")" } ?? ""
        }
        guard database != nil else { return "" }
        return " --nodes \(nodes) --spread \(spread.rawValue) --faults \(faults.rawValue)"
            + (clocks > 0 ? " --clocks \(clocks)" : "") + (duties ? " --duties" : "")
            + shown("--database", database) + shown("--bus", bus)
    }

    private func describe(_ failure: Check.Failure, _ shared: Range<UInt64>) -> String {
        """
        \(failure.description)
          its plan again: spotter bench check --seed \(failure.history.seed) --seeds 1 --steps \(steps)\(cluster)
          with those that shared its server: spotter bench check --seed \(shared.lowerBound) \
        --seeds \(shared.count) --steps \(steps) --batch \(batch)\(cluster)
        """
    }
}

extension Check.Options.Spread: ExpressibleByArgument {}
extension Check.Options.Severity: ExpressibleByArgument {}
