import AsyncHTTPClient
import Domain
import Foundation
import ServerHarness
import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// Runs several seeds at once on one server, or on several that share a database. They are killed, stopped, restarted and
/// frozen meanwhile.
struct Batch: Sendable {
    let seeds: Range<UInt64>
    let options: Check.Options

    struct Outcome: Sendable {
        var failures: [Check.Failure] = []
        var counts = Check.Counts()
    }

    func run() async throws -> Outcome {
        let folder = FileManager.default.temporaryDirectory.appending(path: "spotter-check-\(UUID().uuidString)").path
        let database = try options.database.map {
            try CheckDatabase(on: $0, name: "spotter_check_\(UInt64.random(in: .min ... .max))")
        }
        let servers = ServerGroup(
            options.nodes,
            executable: options.executable,
            in: folder,
            database: database?.address
        )
        var configuration = HTTPClient.Configuration()
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 32
        // A restarted server has another port, so retrying the old one is useless.
        configuration.connectionPool.retryConnectionEstablishment = false
        let client = HTTPClient(eventLoopGroup: HTTPClient.defaultEventLoopGroup, configuration: configuration)
        let result: Result<Outcome, any Error>
        do {
            try await servers.start()
            result = .success(try await play(on: servers, through: client))
        } catch {
            result = .failure(error)
        }
        await servers.end(SIGKILL)
        try await client.shutdown()
        try? FileManager.default.removeItem(atPath: folder)
        try? database?.drop()
        return try result.get()
    }

    private func play(on servers: ServerGroup, through client: HTTPClient) async throws -> Outcome {
        let features = try await Features.of(ServerClient(server: servers[0], client: client))
        let plans = seeds.map { Plan(seed: $0, steps: options.steps, features: features) }
        let runs = try await withThrowingTaskGroup(of: SeedRun.self) { group in
            for plan in plans {
                group.addTask {
                    try await SeedRun.prepare(plan, features: features) { device in
                        let number = plan.seed &+ (options.spread == .devices ? UInt64(device) : 0)
                        return ServerClient(server: servers[number], client: client)
                    }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let total = plans.flatMap(\.scripts).reduce(0) { $0 + $1.steps.count }
        let restarts = Restarts(seed: seeds.lowerBound, steps: total, servers: servers.servers)
        async let restarting = restarts.run()
        await all(runs) { await $0.play({ $0.steps }, onStep: restarts.count) }
        restarts.finish()
        let statuses = try await restarting
        for phase in [SeedRun.settle, SeedRun.readOnce] { await all(runs) { await phase($0)() } }
        await all(runs) { await $0.play { $0.tail } }
        await all(runs) { await $0.settle() }
        var outcome = await check(runs)
        outcome.counts.restarts = statuses.count
        let ends = statuses.filter { $0.signal == SIGTERM && $0.status != 0 }.map { "SIGTERM ended with \($0.status)" }
        for text in ends + servers.crashes.map({ "the server ended by itself with \($0)" }) {
            let violation = Violation(rule: "orderly end", text: "\(text)\n\(servers.errors)")
            outcome.failures.append(.init(history: History(seed: seeds.lowerBound), violations: [violation]))
        }
        return outcome
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

/// When the servers of a batch are stopped, and how: after fixed numbers of steps, counted over all clients.
final class Restarts: Sendable {
    private struct Moment: Sendable {
        let step: Int
        let server: SupervisedServer
        /// The signal; SIGSTOP is taken back after a while.
        let signal: Int32
    }

    /// Longer than others wait for a server that hangs in a transaction.
    private static let freeze = Duration.seconds(4)

    private let moments: [Moment]
    private let done = Mutex(0)
    private let due: AsyncStream<Moment>
    private let call: AsyncStream<Moment>.Continuation

    init(seed: UInt64, steps: Int, servers: [SupervisedServer]) {
        var random = SplitMix64(planSeed: ~seed)
        let signals = servers.count == 1 ? [SIGKILL, SIGTERM, SIGKILL] : [SIGKILL, SIGSTOP, SIGTERM]
        moments = (0..<servers.count * Int.random(in: 2...3, using: &random)).map { number in
            let step = Int.random(in: steps / 10...max(1, steps * 9 / 10), using: &random)
            let server = servers[number / signals.count % servers.count]
            return Moment(step: step, server: server, signal: signals[number % signals.count])
        }
        (due, call) = AsyncStream.makeStream()
    }

    func count() {
        let now = done.withLock { done in
            done += 1
            return done
        }
        for moment in moments where moment.step == now { call.yield(moment) }
    }

    func finish() { call.finish() }

    /// - Returns: the signals that ended a server, and how it ended.
    func run() async throws -> [(signal: Int32, status: Int32)] {
        var ends: [(Int32, Int32)] = []
        for await moment in due {
            guard moment.signal != SIGSTOP else {
                await moment.server.freeze(for: Self.freeze)
                continue
            }
            ends.append((moment.signal, await moment.server.end(moment.signal)))
            try await moment.server.start()
        }
        return ends
    }
}
