import Domain
import ServerHarness

/// S6: the server is killed while people write.
extension ScenarioContext {
    /// The acks of one connection, to be checked after the kill.
    private struct Promise: Sendable {
        let chat: ChatID
        let token: String
        let sent: Int64
        let acked: [Int64]
    }

    /// Repeats `kill -9` at a random moment and a restart on the same folder. Then checks that every acked message
    /// exists.
    func kill() async throws -> ScenarioReport {
        guard let server else { throw SpotterError.invalid("s6 kills its server: it needs one of its own.") }
        var promises: [Promise] = []
        var restarts: [Double] = []
        for _ in 0..<options.sizes.kills {
            promises += try await stream(until: .seconds(options.duration.seconds * .random(in: 0.3...1)), server)
            let begin = ContinuousClock.now
            try await server.restart()
            restarts.append((ContinuousClock.now - begin).seconds * 1000)
        }
        let rest = rest
        let all = promises
        let found = try await fixtures.each(all.count) { number in
            try await HistoryPage.all(of: all[number].chat, token: all[number].token, rest: rest)
                .compactMap { Int64($0.suffix(SendTemplate.numberDigits)) }
        }
        var report = ScenarioReport(
            "s6",
            "kill -9 under load, \(restarts.count) times, \(options.sizes.killPairs) pairs, "
                + "\(options.sizes.killWindow) in flight"
        )
        let acked = zip(promises, found).map { promise, found in Set(promise.acked).subtracting(found).count }
        report.acked = promises.reduce(0) { $0 + $1.acked.count }
        report.ackedLost = acked.reduce(0, +)
        report.duplicated = found.reduce(0) { $0 + $1.count - Set($1).count }
        report.restartMs = (restarts.max() ?? 0).rounded(places: 0)
        let unanswered = zip(promises, found).map { promise, found in
            (Int(promise.sent) - promise.acked.count, Set(found).subtracting(promise.acked).count)
        }
        report.notes.append(
            "\(unanswered.reduce(0) { $0 + $1.0 }) sends had no answer; \(unanswered.reduce(0) { $0 + $1.1 }) of them are there"
        )
        return report
    }

    private func stream(until moment: Duration, _ server: ServerProcess) async throws -> [Promise] {
        let pairs = try await fixtures.pairs(options.sizes.killPairs)
        let sending = SocketPlan.Sending.window(options.sizes.killWindow)
        let plans = pairs.map { SocketPlan(token: $0.trainer.token, chat: $0.chat, sending: sending) }
        let clients = try await clients(plans, keepsAckedNumbers: true)
        try await clients.open()
        await clients.beginSending()
        try await Task.sleep(for: moment)
        // A kill before the first ack would break no promise.
        try await clients.wait(30, "nothing was acked before the kill") {
            await clients.outcomes().contains { $0.acked > 0 }
        }
        server.kill()
        _ = await server.exit()
        // Acks that were in flight count as promised.
        try await clients.wait(30, "connections to a dead server did not end") { await clients.openCount() == 0 }
        let outcomes = await clients.outcomes()
        await clients.close()
        return zip(pairs, outcomes).map { pair, outcome in
            Promise(chat: pair.chat, token: pair.trainer.token, sent: outcome.sent, acked: outcome.ackedNumbers)
        }
    }
}
