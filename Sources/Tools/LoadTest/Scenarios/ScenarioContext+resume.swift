import Foundation
import ServerHarness
import SpotterAPI

/// S5, second part: all clients come back at once, as after a restart.
extension ScenarioContext {
    private static let clientsOfATrainer = 100

    /// Each client has missed a message, sends its position, and gets it.
    func resume() async throws -> ScenarioReport {
        let count = options.sizes.returningClients
        let each = min(count, Self.clientsOfATrainer)
        let fixtures = fixtures
        let chats = try await fixtures.pairs(fixtures.studios((count + each - 1) / each, clients: each))
        try await send(to: chats, over: fixtures)
        let plans = chats.map { SocketPlan(token: $0.client.token, chat: $0.chat, position: 0) }
        let clients = try await clients(plans)
        try await clients.open()
        try await arrived(1, clients)
        await clients.cut()
        try await send(to: chats, over: fixtures)
        await clients.resume()
        let begin = MonotonicInstant.now
        let measurement = try await measure(clients) {
            try await clients.open()
            try await arrived(2, clients)
        }
        var report = ScenarioReport("s5-resume", "\(plans.count) clients come back at once, each has missed a message")
        let seconds = Double(measurement.counters.lastDeliveryAt - begin) / 1e6
        report.loginsPerSecond = ScenarioReport.rate(plans.count, seconds)
        report.allDoneMs = (seconds * 1000).rounded(places: 0)
        report.fill(latencies: measurement.counters.delivery)
        report.fill(costs: measurement, per: plans.count)
        let outcomes = await clients.outcomes()
        report.missing = outcomes.reduce(0) { $0 + max(0, 2 - $1.delivered) }
        report.duplicated = outcomes.reduce(0) { $0 + max(0, $1.delivered - 2) }
        report.outOfOrder = outcomes.reduce(0) { $0 + $1.outOfOrder }
        await clients.close()
        return report
    }

    private func send(to chats: [Fixtures.Pair], over fixtures: Fixtures) async throws {
        _ = try await fixtures.each(chats.count) { number in
            let chat = chats[number]
            let _: MessageResponse = try await fixtures.rest.post(
                "/v1/chats/\(chat.chat)/messages",
                SendMessageRequest(clientMessageId: UUID().uuidString, text: ScenarioContext.text),
                token: chat.trainer.token
            )
        }
    }

    private func arrived(_ count: Int, _ clients: LoadClients) async throws {
        try await clients.wait(60, "missed messages did not all come") {
            await clients.outcomes().allSatisfy { $0.delivered >= count }
        }
    }
}
