/// S1 and S2: many pairs of people, each with a chat.
extension ScenarioContext {
    /// Each member answers the other's message as soon as it arrives.
    func pingPong() async throws -> ScenarioReport {
        try await pingPong(over: try await fixtures.pairs(options.sizes.pairs))
    }

    func pingPong(over pairs: [Fixtures.Pair]) async throws -> ScenarioReport {
        let plans = pairs.flatMap { pair in
            [
                SocketPlan(token: pair.trainer.token, chat: pair.chat, sending: .reply(begins: true)),
                SocketPlan(token: pair.client.token, chat: pair.chat, sending: .reply(begins: false)),
            ]
        }
        return try await report("s1", "1:1 ping-pong, \(pairs.count) pairs, 1 in flight", plans)
    }

    /// One member of each pair sends, with a fixed number of unacked messages.
    func stream() async throws -> ScenarioReport {
        try await stream(over: try await fixtures.pairs(options.sizes.streams))
    }

    func stream(over pairs: [Fixtures.Pair]) async throws -> ScenarioReport {
        let description = "1:1 stream, \(pairs.count) pairs, \(options.sizes.streamWindow) in flight"
        return try await report("s2", description, streams(over: pairs))
    }

    /// The connections of S2.
    func streamingClients() async throws -> LoadClients {
        try await clients(streams(over: try await fixtures.pairs(options.sizes.streams)))
    }

    /// - Parameter maxSends: of each sender.
    func streams(over pairs: [Fixtures.Pair], maxSends: Int64 = .max) -> [SocketPlan] {
        pairs.flatMap { pair in
            let window = Int(min(Int64(options.sizes.streamWindow), maxSends))
            var sender = SocketPlan(token: pair.trainer.token, chat: pair.chat, sending: .window(window))
            sender.maxSends = maxSends
            return [sender, SocketPlan(token: pair.client.token, chat: pair.chat)]
        }
    }

    func report(
        _ name: String,
        _ description: String,
        _ plans: [SocketPlan],
        latencySampleInterval: Int = 1
    ) async throws -> ScenarioReport {
        let (measurement, check) = try await run(plans, latencySampleInterval: latencySampleInterval)
        var report = ScenarioReport(name, description)
        report.fill(measurement)
        report.fill(check)
        return report
    }
}
