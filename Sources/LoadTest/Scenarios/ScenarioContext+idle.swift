/// S4: many who are there and say nothing.
extension Stage {
    /// All log in at once, by token, and stay: how fast, and what memory each takes.
    func idle() async throws -> ScenarioReport {
        let pairs = try await world.pairs(max(1, options.sizes.idleConnections / 2))
        let plans = pairs.flatMap { pair in
            [pair.trainer, pair.client].map { SocketPlan(token: $0.token, chat: pair.chat) }
        }
        let fleet = try await fleet(plans)
        let memory = (figures?.residentBytes, figures?.anonymousBytes)
        let begin = Moment.now
        let storm = try await measure(fleet) { try await fleet.open(within: 120) }
        // What the log-ins set off, such as who is online, comes to its end.
        try await Task.sleep(for: options.warmUp)
        let rest = try await measure(fleet)
        var report = ScenarioReport("s4", "\(plans.count) log-ins by token at once, then idle; a pair each has a chat")
        let seconds = Double(storm.tally.lastWelcomeAt - begin) / 1e6
        report.loginsPerSecond = (Double(plans.count) / seconds).rounded(places: 0)
        report.allDoneMs = (seconds * 1000).rounded(places: 0)
        report.fill(latencies: storm.tally.login)
        report.fill(costs: storm, per: plans.count)
        report.bytesPerConnection = perConnection(memory.0, figures?.residentBytes, plans.count)
        report.anonymousBytesPerConnection = perConnection(memory.1, figures?.anonymousBytes, plans.count)
        if let seconds = rest.serverSeconds {
            report.notes.append(
                "idle, the server takes \((seconds / rest.seconds * 100).rounded(places: 1)) % of a processor"
            )
        }
        if await fleet.openCount() < plans.count { report.notes.append("not all stayed connected") }
        await fleet.close()
        return report
    }

    private func perConnection(_ before: Int?, _ after: Int?, _ count: Int) -> Double? {
        guard let before, let after else { return nil }
        return (Double(after - before) / Double(count)).rounded(places: 0)
    }
}
