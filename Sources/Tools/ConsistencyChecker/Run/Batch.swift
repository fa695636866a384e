import AsyncHTTPClient
import Domain
import Foundation
import ServerHarness
import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// Runs several seeds at once on one server, or on several that share a database. Faults befall them meanwhile.
struct Batch: Sendable {
    let seeds: Range<UInt64>
    let options: Check.Options

    struct Outcome: Sendable {
        var failures: [Check.Failure] = []
        var counts = Check.Counts()
    }

    func run() async throws -> Outcome {
        let folder = FileManager.default.temporaryDirectory.appending(path: "spotter-check-\(UUID().uuidString)").path
        let network = try await CheckNetwork.start(options)
        let servers = ServerGroup(
            options.nodes,
            executable: options.executable,
            in: folder,
            on: network,
            clocks: options.clocks
        )
        var configuration = HTTPClient.Configuration()
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 32
        // A restarted server has another port, so retrying the old one is useless.
        configuration.connectionPool.retryConnectionEstablishment = false
        let client = HTTPClient(eventLoopGroup: HTTPClient.defaultEventLoopGroup, configuration: configuration)
        let result: Result<Outcome, any Error>
        do {
            try await servers.start()
            result = .success(try await play(on: servers, network, through: client))
        } catch {
            result = .failure(error)
        }
        await servers.end(SIGKILL)
        await network.end()
        try? FileManager.default.removeItem(atPath: folder)
        try await client.shutdown()
        return try result.get()
    }

    private func play(
        on servers: ServerGroup,
        _ network: CheckNetwork,
        through client: HTTPClient
    ) async throws -> Outcome {
        let clients = servers.servers.map { ServerClient(server: $0, client: client) }
        let features = try await Features.of(clients[0])
        let probe = try await Probe.prepare(features, through: clients)
        let resumptions = Resumptions(servers: clients.count)
        let plans = seeds.map { Plan(seed: $0, steps: options.steps, features: features) }
        let runs = try await withThrowingTaskGroup(of: SeedRun.self) { group in
            for plan in plans {
                group.addTask {
                    try await SeedRun.prepare(plan, features: features, resumptions) { device in
                        let number = plan.seed &+ (options.spread == .seeds ? 0 : UInt64(device))
                        let place = Int(number % UInt64(clients.count))
                        return options.spread == .moving
                            ? Array(clients[place...] + clients[..<place]) : [clients[place]]
                    }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let total = plans.flatMap(\.scripts).reduce(0) { $0 + $1.steps.count }
        let plan = FaultPlan(
            seed: seeds.lowerBound,
            steps: total,
            servers: servers.servers.count,
            own: network.own,
            overlapping: options.faults == .overlapping
        )
        let faults = Faults(plan, servers: servers, network: network, probe: probe, resumptions: resumptions)
        let duties = options.hasDuties ? try await Duties.prepare(options, features, through: clients) : nil
        let planning = Task { await duties?.plan() }
        defer { planning.cancel() }
        async let played: Void = play(runs, through: faults.gate)
        let befallen = try await faults.run()
        await played
        planning.cancel()
        await planning.value
        for phase in [SeedRun.settle, SeedRun.readOnce] { await all(runs) { await phase($0)() } }
        await all(runs) { await $0.play { $0.tail } }
        await all(runs) { await $0.settle() }
        var outcome = await check(runs)
        outcome.counts.faults = befallen.count
        outcome.counts.restarts = befallen.ends.count
        outcome.counts.recoveries = befallen.recoveries
        outcome.counts.resumptions = resumptions.times
        var violations = await probe.violations()
        if let duties {
            let logOuts = LogOuts(clients: clients, name: "leaver-\(seeds.lowerBound)")
            let (times, faults) = await logOuts.play(rounds: clients.count * 3)
            (outcome.counts.logOuts, outcome.counts.duties) = (times, duties.count)
            violations += await duties.violations() + faults
            violations += times.filter { !$0.isInTime(LogOuts.limit) }.map {
                Violation(rule: "logged out within \(LogOuts.limit)", text: $0.description)
            }
        }
        violations += (befallen.recoveries + resumptions.times).filter { !$0.isInTime(options.resumption) }.map {
            Violation(rule: "resumes within \(options.resumption)", text: $0.description)
        }
        let ends = befallen.ends.filter { $0.signal == SIGTERM && $0.status != 0 }
        for text in ends.map({ "SIGTERM ended with \($0.status)" })
            + servers.crashes.map({ "the server ended by itself with \($0)" })
        {
            violations.append(Violation(rule: "orderly end", text: "\(text)\n\(servers.errors)"))
        }
        if !violations.isEmpty {
            outcome.failures.append(.init(history: History(seed: seeds.lowerBound), violations: violations))
        }
        return outcome
    }

    private func play(_ runs: [SeedRun], through gate: StepGate) async {
        await all(runs) { await $0.play({ $0.steps }, onStep: gate.pass) }
        gate.finish()
    }

    private func check(_ runs: [SeedRun]) async -> Outcome {
        await withTaskGroup(of: Outcome.self) { group in
            for run in runs {
                group.addTask {
                    let (history, violations) = await run.verdict()
                    var outcome = Outcome()
                    outcome.counts.add(history, steps: run.plan.stepCount)
                    if !violations.isEmpty {
                        outcome.failures = [.init(history: history, violations: violations)]
                    }
                    return outcome
                }
            }
            return await group.reduce(into: Outcome()) { total, one in
                total.failures += one.failures
                total.counts.add(one.counts)
            }
        }
    }

    private func all(_ runs: [SeedRun], _ body: @escaping @Sendable (SeedRun) async -> Void) async {
        await withTaskGroup { group in for run in runs { group.addTask { await body(run) } } }
    }
}
