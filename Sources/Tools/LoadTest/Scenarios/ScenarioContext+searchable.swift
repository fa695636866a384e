import Foundation
import ServerHarness

/// How soon messages are found: at a steady rate, and after a burst.
extension ScenarioContext {
    private static let probingPairs = 8
    private static let steadyPairs = 40

    /// Messages come at a fixed rate, and some more are searched for, also after the last one was sent.
    func searchLag() async throws -> ScenarioReport {
        let sizes = options.sizes
        let pairs = try await fixtures.pairs(min(Self.steadyPairs, sizes.searchableRate))
        let interval = Int64(1_000_000 * pairs.count / max(1, sizes.searchableRate))
        let plans = pairs.enumerated().flatMap { number, pair in
            let offset = interval * Int64(number) / Int64(pairs.count)
            return [
                SocketPlan(token: pair.trainer.token, chat: pair.chat, sending: .every(interval, offset: offset)),
                SocketPlan(token: pair.client.token, chat: pair.chat),
            ]
        }
        let probes = try await probes(timeout: sizes.searchableTimeout)
        let clients = try await clients(plans)
        try await clients.open()
        await clients.beginSending()
        try await Task.sleep(for: options.warmUp)
        async let outcome = probes.run(every: .milliseconds(250), for: options.duration)
        var measurement = try await measure(clients)
        measurement.isPaced = true
        await clients.stopSending()
        let vectors = await metric(Self.vectors) ?? 0
        try await clients.drain()
        let found = try await outcome
        var report = ScenarioReport("searchable-steady", "\(sizes.searchableRate) messages/s, ack to found by a search")
        report.fill(measurement)
        report.fill(DeliveryCheck(await clients.outcomes()))
        await clients.close()
        report.fill(found)
        report.notes.append("\(Int(vectors)) vectors when the last message was sent")
        return report
    }

    /// A burst of messages, then the time until all of them are found.
    func searchBurst() async throws -> ScenarioReport {
        let sizes = options.sizes
        let pairs = try await fixtures.pairs(sizes.streams)
        let each = Int64(max(1, sizes.searchableBurst / pairs.count))
        let probes = try await probes(timeout: sizes.searchableTimeout)
        let before = await metric(Self.vectors) ?? 0
        let clients = try await clients(streams(over: pairs, maxSends: each))
        try await clients.open()
        let measurement = try await measure(clients) {
            await clients.beginSending()
            try await clients.wait(300, "not all messages of the burst were acked") {
                let outcomes = await clients.outcomes()
                return outcomes.reduce(0) { $0 + $1.acked } == Int(each) * pairs.count
            }
        }
        let acked = ContinuousClock.now
        // Words are indexed in the order of the messages, so once this one is found, all are.
        async let outcome = probes.run(every: .seconds(1), for: .milliseconds(1))
        let all = try await waitUntilEmbedded(since: acked)
        let vectors = (await metric(Self.vectors) ?? 0) - before
        let seconds = acked.duration(to: .now).seconds
        let found = try await outcome
        var report = ScenarioReport("searchable-burst", "\(Int(each) * pairs.count) messages at once, then none")
        report.fill(measurement)
        report.fill(DeliveryCheck(await clients.outcomes()))
        await clients.close()
        report.fill(found)
        report.allFoundByWordsMs = report.foundByWords?.maxMs
        report.allFoundByMeaningMs = all
        report.notes.append("\(Int(vectors)) vectors \(seconds.rounded(places: 1)) s after the last ack")
        return report
    }

    private static let vectors = "spotter_vectors"

    func probes(timeout: Duration) async throws -> SearchProbes {
        SearchProbes(rest: rest, pairs: try await fixtures.pairs(Self.probingPairs), timeout: timeout)
    }

    /// - Returns: milliseconds from the last ack until no message waits to be embedded; `nil` if that takes too long.
    private func waitUntilEmbedded(since acked: ContinuousClock.Instant) async throws -> Double? {
        while acked.duration(to: .now) < options.sizes.searchableTimeout {
            try await Task.sleep(for: .milliseconds(100))
            guard await metric("spotter_embedding_queue") == 0 else { continue }
            return (acked.duration(to: .now).seconds * 1000).rounded(places: 0)
        }
        return nil
    }
}

extension ScenarioReport {
    fileprivate mutating func fill(_ found: SearchProbes.Outcome) {
        foundByWords = FoundReport(found.words, of: found.sent)
        guard found.hasModel else { return notes.append("no search by meaning: the server has no model") }
        foundByMeaning = FoundReport(found.meaning, of: found.sent)
    }
}
