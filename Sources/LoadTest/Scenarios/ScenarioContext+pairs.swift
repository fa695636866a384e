/// S1 and S2: two people and their chat, many times.
extension Stage {
    /// Each answers the other's message as soon as it's there.
    func pingPong() async throws -> ScenarioReport {
        let pairs = try await world.pairs(options.sizes.pairs)
        let plans = pairs.flatMap { pair in
            [
                SocketPlan(token: pair.trainer.token, chat: pair.chat, sending: .reply(begins: true)),
                SocketPlan(token: pair.client.token, chat: pair.chat, sending: .reply(begins: false)),
            ]
        }
        return try await report("s1", "1:1 ping-pong, \(pairs.count) pairs, 1 in flight", plans)
    }

    /// One of each pair sends, with a number of messages that wait for their ack at a time.
    func stream() async throws -> ScenarioReport {
        let window = options.sizes.streamWindow
        let pairs = try await world.pairs(options.sizes.streams)
        let plans = pairs.flatMap { pair in
            [
                SocketPlan(token: pair.trainer.token, chat: pair.chat, sending: .window(window)),
                SocketPlan(token: pair.client.token, chat: pair.chat),
            ]
        }
        return try await report("s2", "1:1 stream, \(pairs.count) pairs, \(window) in flight", plans)
    }

    func report(
        _ name: String,
        _ description: String,
        _ plans: [SocketPlan],
        timedShare: Int = 1
    ) async throws -> ScenarioReport {
        let (measured, check) = try await run(plans, timedShare: timedShare)
        var report = ScenarioReport(name, description)
        report.fill(measured)
        report.fill(check)
        return report
    }
}
