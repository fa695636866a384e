import Foundation

/// S5, second part: everybody comes back at once, as after a restart or a train's tunnel.
extension Stage {
    private static let clientsOfATrainer = 100

    /// Each client missed a message, says where it stood, and gets it.
    func resume() async throws -> ScenarioReport {
        let count = options.sizes.returningClients
        let each = min(count, Self.clientsOfATrainer)
        let world = world
        let chats = try await world.pairs(world.studios((count + each - 1) / each, clients: each))
        try await send(to: chats, over: world)
        let plans = chats.map { SocketPlan(token: $0.client.token, chat: $0.chat, position: 0) }
        let fleet = try await fleet(plans)
        try await fleet.open()
        try await arrived(1, fleet)
        await fleet.cut()
        try await send(to: chats, over: world)
        await fleet.resume()
        let begin = Moment.now
        let measured = try await measure(fleet) {
            try await fleet.open()
            try await arrived(2, fleet)
        }
        var report = ScenarioReport("s5-resume", "\(plans.count) clients come back at once, each has missed a message")
        let seconds = Double(measured.tally.lastDeliveryAt - begin) / 1e6
        report.loginsPerSecond = (Double(plans.count) / seconds).rounded(places: 0)
        report.allDoneMs = (seconds * 1000).rounded(places: 0)
        report.fill(latencies: measured.tally.delivery)
        report.fill(costs: measured, per: plans.count)
        let outcomes = await fleet.outcomes()
        report.missing = outcomes.reduce(0) { $0 + max(0, 2 - $1.delivered) }
        report.doubled = outcomes.reduce(0) { $0 + max(0, $1.delivered - 2) }
        report.disordered = outcomes.reduce(0) { $0 + $1.disordered }
        await fleet.close()
        return report
    }

    private func send(to chats: [World.Pair], over world: World) async throws {
        _ = try await world.each(chats.count) { number in
            let chat = chats[number]
            _ = try await world.rest.post(
                "/v1/chats/\(chat.chat)/messages",
                ["clientMessageId": UUID().uuidString, "text": Stage.text],
                token: chat.trainer.token
            )
        }
    }

    private func arrived(_ count: Int, _ fleet: Fleet) async throws {
        try await fleet.wait(60, "missed messages did not all come") {
            await fleet.outcomes().allSatisfy { $0.delivered >= count }
        }
    }
}
