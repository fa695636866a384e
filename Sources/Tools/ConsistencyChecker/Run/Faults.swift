import ServerHarness

#if canImport(Glibc)
    import Glibc
#endif

/// Carries out a plan of faults, one after another, while clients play, and measures how soon each server stores again.
struct Faults: Sendable {
    struct Report: Sendable {
        var count = 0
        /// The signals that ended a server, and how it ended.
        var ends: [(signal: Int32, status: Int32)] = []
        var recoveries: [Check.Recovery] = []
    }

    let plan: FaultPlan
    let servers: ServerGroup
    let network: CheckNetwork
    let probe: Probe
    let gate: StepGate

    init(_ plan: FaultPlan, servers: ServerGroup, network: CheckNetwork, probe: Probe) {
        (self.plan, self.servers, self.network, self.probe) = (plan, servers, network, probe)
        gate = StepGate(limit: plan.limit(of: 0))
    }

    /// - Throws: an error of what can't be started again.
    func run() async throws -> Report {
        defer { gate.open(to: .max) }
        var report = Report()
        for (number, fault) in plan.faults.enumerated() {
            await gate.reach(fault.step)
            try await carryOut(fault.kind, nextLimit: plan.limit(of: number + 1), &report)
            report.count += 1
        }
        return report
    }

    private func carryOut(_ kind: FaultPlan.Kind, nextLimit: Int, _ report: inout Report) async throws {
        let (affected, others) = (kind.affected, servers.servers.indices.filter { $0 != kind.affected })
        if let end = try await strike(kind) { report.ends.append(end) }
        // What was begun before might be stored by what is lost.
        async let ongoing = recoveries(of: others, after: kind, since: .now)
        try await mend(kind)
        gate.open(to: nextLimit)
        report.recoveries += await recoveries(of: affected.map { [$0] } ?? [], after: kind, since: .now)
        report.recoveries += await ongoing
        if case .failover = kind { await network.removePrimary() }
    }

    /// - Returns: how a server ended, if it was to end.
    private func strike(_ kind: FaultPlan.Kind) async throws -> (signal: Int32, status: Int32)? {
        switch kind {
        case .kill(let server): return (SIGKILL, await servers.servers[server].end(SIGKILL))
        case .stop(let server): return (SIGTERM, await servers.servers[server].end(SIGTERM))
        case .freeze(let server, _): servers.servers[server].send(signal: SIGSTOP)
        case .partition(let server, let resource, let link, _):
            try await network.set(link, between: server, and: resource)
        case .busRestart: await network.endBus()
        case .failover(let isHung): await network.losePrimary(isHung: isHung)
        }
        return nil
    }

    private func mend(_ kind: FaultPlan.Kind) async throws {
        switch kind {
        case .kill(let server), .stop(let server): try await servers.servers[server].start()
        case .freeze(let server, let pause):
            try await Task.sleep(for: pause)
            servers.servers[server].send(signal: SIGCONT)
        case .partition(let server, let resource, _, let pause):
            try await Task.sleep(for: pause)
            try await network.set(.open, between: server, and: resource)
        case .busRestart: try await network.restartBus()
        case .failover: try await network.promoteStandby()
        }
    }

    private func recoveries(
        of servers: [Int],
        after kind: FaultPlan.Kind,
        since begin: ContinuousClock.Instant
    ) async -> [Check.Recovery] {
        await withTaskGroup { group in
            for server in servers {
                group.addTask {
                    let isStored = await probe.write(on: server)
                    return Check.Recovery(fault: "\(kind)", server: server, isStored: isStored, time: .now - begin)
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
    }
}
