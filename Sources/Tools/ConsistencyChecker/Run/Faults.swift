import ServerHarness
import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// Carries out a plan of faults, one after another, while clients play, and measures how soon each server stores again.
final class Faults: Sendable {
    struct Report: Sendable {
        /// The signals that ended a server, and how it ended.
        var ends: [(signal: Int32, status: Int32)] = []
        var recoveries: [Check.Recovery] = []
    }

    private let plan: FaultPlan
    private let servers: ServerGroup
    private let network: CheckNetwork
    private let probe: Probe
    private let done = Mutex(0)
    private let due: AsyncStream<FaultPlan.Kind>
    private let call: AsyncStream<FaultPlan.Kind>.Continuation

    init(_ plan: FaultPlan, servers: ServerGroup, network: CheckNetwork, probe: Probe) {
        (self.plan, self.servers, self.network, self.probe) = (plan, servers, network, probe)
        (due, call) = AsyncStream.makeStream()
    }

    /// Call this after each step.
    func count() {
        let now = done.withLock { done in
            done += 1
            return done
        }
        for fault in plan.faults where fault.step == now { call.yield(fault.kind) }
    }

    func finish() { call.finish() }

    /// Runs until the last fault after `finish`.
    func run() async throws -> Report {
        var report = Report()
        for await kind in due { try await carryOut(kind, &report) }
        return report
    }

    private func carryOut(_ kind: FaultPlan.Kind, _ report: inout Report) async throws {
        let affected: Int? =
            switch kind {
            case .kill(let server), .stop(let server), .freeze(let server, _), .partition(let server, .database, _, _):
                server
            // Everybody goes on meanwhile.
            case .partition(_, .bus, _, _), .busRestart, .failover: nil
            }
        let began = ContinuousClock.now
        async let others = recoveries(of: servers.servers.indices.filter { $0 != affected }, after: kind, since: began)
        if let end = try await inflict(kind) { report.ends.append(end) }
        let healed = ContinuousClock.now
        report.recoveries += await recoveries(of: affected.map { [$0] } ?? [], after: kind, since: healed)
        report.recoveries += await others
        if case .failover = kind { await network.removePrimary() }
    }

    /// - Returns: how a server ended, if it was to end.
    private func inflict(_ kind: FaultPlan.Kind) async throws -> (signal: Int32, status: Int32)? {
        switch kind {
        case .kill(let server): return try await restart(server, SIGKILL)
        case .stop(let server): return try await restart(server, SIGTERM)
        case .freeze(let server, let pause): await servers.servers[server].freeze(for: pause)
        case .partition(let server, let resource, let link, let pause):
            try await network.set(link, between: server, and: resource)
            try await Task.sleep(for: pause)
            try await network.set(.open, between: server, and: resource)
        case .busRestart: try await network.restartBus()
        case .failover(let isHung): try await network.failOver(isHung: isHung)
        }
        return nil
    }

    private func restart(_ server: Int, _ signal: Int32) async throws -> (signal: Int32, status: Int32) {
        let status = await servers.servers[server].end(signal)
        try await servers.servers[server].start()
        return (signal, status)
    }

    private func recoveries(
        of servers: [Int],
        after kind: FaultPlan.Kind,
        since begin: ContinuousClock.Instant
    ) async -> [Check.Recovery] {
        await withTaskGroup { group in
            for server in servers {
                group.addTask {
                    await self.probe.write(on: server)
                    return Check.Recovery(fault: "\(kind)", server: server, time: .now - begin)
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
    }
}
