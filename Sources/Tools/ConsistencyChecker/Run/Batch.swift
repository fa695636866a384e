import AsyncHTTPClient
import Domain
import Foundation
import ServerHarness
import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// Runs several seeds at once on one server, which is killed, stopped and restarted meanwhile.
struct Batch: Sendable {
    let seeds: Range<UInt64>
    let options: Check.Options

    struct Outcome: Sendable {
        var failures: [Check.Failure] = []
        var counts = Check.Counts()
    }

    func run() async throws -> Outcome {
        let folder = FileManager.default.temporaryDirectory.appending(path: "spotter-check-\(UUID().uuidString)").path
        let server = SupervisedServer(executable: options.executable, folder: folder)
        var configuration = HTTPClient.Configuration()
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 32
        // A restarted server has another port, so retrying the old one is useless.
        configuration.connectionPool.retryConnectionEstablishment = false
        let client = HTTPClient(eventLoopGroup: HTTPClient.defaultEventLoopGroup, configuration: configuration)
        let result: Result<Outcome, any Error>
        do {
            try await server.start()
            result = .success(try await play(on: server, through: ServerClient(server: server, client: client)))
        } catch {
            result = .failure(error)
        }
        await server.end(SIGKILL)
        try await client.shutdown()
        try? FileManager.default.removeItem(atPath: folder)
        return try result.get()
    }

    private func play(on server: SupervisedServer, through client: ServerClient) async throws -> Outcome {
        let features = try await Features.of(client)
        let plans = seeds.map { Plan(seed: $0, steps: options.steps, features: features) }
        let runs = try await withThrowingTaskGroup(of: SeedRun.self) { group in
            for plan in plans {
                group.addTask { try await SeedRun.prepare(plan, features: features, through: client) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let total = plans.flatMap(\.scripts).reduce(0) { $0 + $1.steps.count }
        let restarts = Restarts(seed: seeds.lowerBound, steps: total)
        async let restarting = restarts.run(on: server)
        await all(runs) { await $0.play({ $0.steps }, onStep: restarts.count) }
        restarts.finish()
        let statuses = try await restarting
        for phase in [SeedRun.settle, SeedRun.readOnce] { await all(runs) { await phase($0)() } }
        await all(runs) { await $0.play { $0.tail } }
        await all(runs) { await $0.settle() }
        var outcome = await check(runs)
        outcome.counts.restarts = statuses.count
        let ends = statuses.filter { $0.signal == SIGTERM && $0.status != 0 }.map { "SIGTERM ended with \($0.status)" }
        for text in ends + server.crashes.map({ "the server ended by itself with \($0)" }) {
            let violation = Violation(rule: "orderly end", text: "\(text)\n\(server.errors)")
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

/// When the server of a batch is stopped: after fixed numbers of steps, counted over all clients.
final class Restarts: Sendable {
    private let moments: [(step: Int, signal: Int32)]
    private let done = Mutex(0)
    private let due: AsyncStream<Int32>
    private let call: AsyncStream<Int32>.Continuation

    init(seed: UInt64, steps: Int) {
        var random = SplitMix64(planSeed: ~seed)
        moments = (0..<Int.random(in: 2...3, using: &random)).map { number in
            (Int.random(in: steps / 10...max(1, steps * 9 / 10), using: &random), number % 3 == 1 ? SIGTERM : SIGKILL)
        }
        (due, call) = AsyncStream.makeStream()
    }

    func count() {
        let now = done.withLock { done in
            done += 1
            return done
        }
        for moment in moments where moment.step == now { call.yield(moment.signal) }
    }

    func finish() { call.finish() }

    func run(on server: SupervisedServer) async throws -> [(signal: Int32, status: Int32)] {
        var ends: [(Int32, Int32)] = []
        for await signal in due {
            ends.append((signal, await server.end(signal)))
            try await server.start()
        }
        return ends
    }
}
