import Domain
import NIOCore
import ServerHarness

/// S5, first part: a long chat, read in pages.
extension ScenarioContext {
    private static let page = 200

    /// Members read all of it from the beginning, repeatedly, each on a connection that stays open.
    func history() async throws -> ScenarioReport {
        let count = options.sizes.historyMessages
        let fixtures = fixtures
        guard let studio = try await fixtures.studios(1, clients: max(2, options.sizes.historyReaders)).first else {
            throw SystemFailure("studio")
        }
        let chat = try await fixtures.group(studio, name: "History")
        try await fill(chat, count, by: studio.trainer)
        let before = CPUTimes(servers: allStatistics)
        let end = ContinuousClock.now + options.duration
        let (pages, messages) = try await withThrowingTaskGroup(of: (LatencyHistogram, Int).self) { group in
            for reader in studio.clients.prefix(options.sizes.historyReaders) {
                group.addTask {
                    var (latencies, messages) = (LatencyHistogram(), 0)
                    repeat {
                        messages += try await readAll(chat, count, as: reader, &latencies)
                    } while ContinuousClock.now < end
                    return (latencies, messages)
                }
            }
            return try await group.reduce(into: (LatencyHistogram(), 0)) { all, part in
                all.0.add(part.0)
                all.1 += part.1
            }
        }
        let measurement = CPUTimes(servers: allStatistics).since(before, LoadCounters())
        var report = ScenarioReport(
            "s5-history",
            "\(count) messages in pages of \(Self.page), \(options.sizes.historyReaders) readers; latency is a page's"
        )
        report.messagesRead = messages
        report.messagesPerSecond = ScenarioReport.rate(messages, measurement.seconds)
        report.fill(latencies: pages)
        report.fill(costs: measurement, per: messages)
        return report
    }

    private func fill(_ chat: ChatID, _ count: Int, by person: Fixtures.Person) async throws {
        let plan = SocketPlan(token: person.token, chat: chat, sending: .window(64), maxSends: Int64(count))
        let clients = try await clients([plan])
        try await clients.open()
        await clients.beginSending()
        try await clients.wait(120, "\(count) messages were not all acked") {
            await clients.outcomes().allSatisfy { $0.acked == count }
        }
        await clients.close()
    }

    /// - Throws: `IncompleteHistory` if the pages don't contain every message exactly once.
    private func readAll(
        _ chat: ChatID,
        _ count: Int,
        as reader: Fixtures.Person,
        _ latencies: inout LatencyHistogram
    ) async throws -> Int {
        let rest = rest
        var (messages, after) = (0, Int64(0))
        while true {
            let begin = MonotonicInstant.now
            let path = "/v1/chats/\(chat)/messages?after=\(after)&limit=\(Self.page)"
            let page = HistoryPage(try await rest.get(path, token: reader.token))
            latencies.record(MonotonicInstant.now - begin)
            messages += page.count
            guard let last = page.lastSeq, page.count == Self.page else { break }
            after = last
        }
        guard messages == count else { throw IncompleteHistory(chat: chat, expected: count, found: messages) }
        return messages
    }
}
