import ServerHarness

/// S4: many idle connections.
extension ScenarioContext {
    /// All clients log in at once by token and stay connected. Measures the rate of log-ins and the memory per
    /// connection.
    func idle() async throws -> ScenarioReport {
        let pairs = try await fixtures.pairs(max(1, options.sizes.idleConnections / 2))
        let plans = pairs.flatMap { pair in
            [pair.trainer, pair.client].map { SocketPlan(token: $0.token, chat: pair.chat) }
        }
        let clients = try await clients(plans)
        let memory = (statistics?.residentBytes, statistics?.anonymousBytes)
        let begin = MonotonicInstant.now
        let storm = try await measure(clients) { try await clients.open(within: 120) }
        // Waits for the presence updates that follow the log-ins.
        try await Task.sleep(for: options.warmUp)
        let rest = try await measure(clients)
        var report = ScenarioReport("s4", "\(plans.count) log-ins by token at once, then idle; a pair each has a chat")
        let seconds = Double(storm.counters.lastWelcomeAt - begin) / 1e6
        report.loginsPerSecond = ScenarioReport.rate(plans.count, seconds)
        report.allDoneMs = (seconds * 1000).rounded(places: 0)
        report.fill(latencies: storm.counters.login)
        report.fill(costs: storm, per: plans.count)
        report.bytesPerConnection = perConnection(memory.0, statistics?.residentBytes, plans.count)
        report.anonymousBytesPerConnection = perConnection(memory.1, statistics?.anonymousBytes, plans.count)
        if let seconds = rest.serverSeconds {
            report.notes.append(
                "idle, the server takes \((seconds / rest.seconds * 100).rounded(places: 1)) % of a processor"
            )
        }
        if await clients.openCount() < plans.count { report.notes.append("not all stayed connected") }
        await clients.close()
        return report
    }

    private func perConnection(_ before: Int?, _ after: Int?, _ count: Int) -> Double? {
        guard let before, let after else { return nil }
        return (Double(after - before) / Double(count)).rounded(places: 0)
    }
}
