import ServerHarness

#if canImport(Glibc)
    import Glibc
#endif

/// Carries out a plan of faults while clients play, and measures how soon each server stores again.
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
    let resumptions: Resumptions
    let gate: StepGate

    init(
        _ plan: FaultPlan,
        servers: ServerGroup,
        network: CheckNetwork,
        probe: Probe,
        resumptions: Resumptions
    ) {
        (self.plan, self.servers, self.network, self.probe) = (plan, servers, network, probe)
        self.resumptions = resumptions
        gate = StepGate(limit: plan.limit(of: 0))
    }

    /// - Throws: an error of what can't be started again.
    func run() async throws -> Report {
        defer { gate.open(to: .max) }
        var report = Report()
        for (number, fault) in plan.faults.enumerated() {
            await gate.reach(fault.step)
            try await carryOut(fault, nextLimit: plan.limit(of: number + 1), &report)
            report.count += fault.kinds.count
        }
        return report
    }

    private func carryOut(_ fault: FaultPlan.Fault, nextLimit: Int, _ report: inout Report) async throws {
        for kind in fault.kinds { resumptions.struck(by: kind) }
        report.ends += try await withThrowingTaskGroup(of: (signal: Int32, status: Int32)?.self) { group in
            for kind in fault.kinds { group.addTask { try await strike(kind) } }
            return try await group.reduce(into: []) { ends, end in if let end { ends.append(end) } }
        }
        // What was begun before might be stored by what is lost.
        let others = servers.servers.indices.filter { !fault.affected.contains($0) }
        async let ongoing = recoveries(of: others, after: fault, since: .now)
        report.recoveries += try await withThrowingTaskGroup(of: [Check.Recovery].self) { group in
            for kind in fault.kinds {
                group.addTask {
                    try await mend(kind)
                    resumptions.mended(kind)
                    gate.open(to: nextLimit)
                    return await recoveries(of: kind.affected.map { [$0] } ?? [], after: fault, since: .now)
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        report.recoveries += await ongoing
        let isFailover = fault.kinds.contains { if case .failover = $0 { true } else { false } }
        if isFailover { await network.removePrimary() }
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
            defer { servers.servers[server].send(signal: SIGCONT) }
            try await Task.sleep(for: pause)
        case .partition(let server, let resource, _, let pause):
            try await Task.sleep(for: pause)
            try await network.set(.open, between: server, and: resource)
        case .busRestart: try await network.restartBus()
        case .failover: try await network.promoteStandby()
        }
    }

    private func recoveries(
        of servers: [Int],
        after fault: FaultPlan.Fault,
        since begin: ContinuousClock.Instant
    ) async -> [Check.Recovery] {
        await withTaskGroup { group in
            for server in servers {
                group.addTask {
                    let isStored = await probe.write(on: server)
                    let what = "\(fault): server \(server) stored again"
                    let time = ContinuousClock.now - begin
                    return Check.Recovery(what: what, atOnce: fault.kinds.count, isDone: isStored, time: time)
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
    }
}
