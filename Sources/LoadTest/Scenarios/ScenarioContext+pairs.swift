/// S1 and S2: many pairs of people, each with a chat.
extension ScenarioContext {
    /// Each member answers the other's message as soon as it arrives.
    func pingPong() async throws -> ScenarioReport {
        let pairs = try await fixtures.pairs(options.sizes.pairs)
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
        let window = options.sizes.streamWindow
        let pairs = try await fixtures.pairs(options.sizes.streams)
        let plans = pairs.flatMap { pair in
            [
                SocketPlan(token: pair.trainer.token, chat: pair.chat, sending: .window(window)),
                SocketPlan(token: pair.client.token, chat: pair.chat),
            ]
        }
        return try await report("s2", "1:1 stream, \(pairs.count) pairs, \(window) in flight", plans)
    }

    /// The connections of S2.
    func streamingClients() async throws -> LoadClients {
        let pairs = try await fixtures.pairs(options.sizes.streams)
        return try await clients(
            pairs.flatMap { pair in
                [
                    SocketPlan(
                        token: pair.trainer.token,
                        chat: pair.chat,
                        sending: .window(options.sizes.streamWindow)
                    ),
                    SocketPlan(token: pair.client.token, chat: pair.chat),
                ]
            }
        )
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
