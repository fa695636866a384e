import NIOCore

/// S5, first part: a long chat, read in pages.
extension Stage {
    private static let page = 200

    /// Members read all of it from the beginning, again and again, each on a connection that stays.
    func history() async throws -> ScenarioReport {
        let count = options.sizes.historyMessages
        let world = world
        guard let studio = try await world.studios(1, clients: max(2, options.sizes.historyReaders)).first else {
            throw SystemFailure("studio")
        }
        let chat = try await world.group(studio, name: "History")
        try await fill(chat, count, by: studio.trainer)
        let before = ProcessorTimes(server: figures)
        let end = ContinuousClock.now + options.duration
        let (pages, messages) = try await withThrowingTaskGroup(of: (Histogram, Int).self) { group in
            for reader in studio.clients.prefix(options.sizes.historyReaders) {
                group.addTask {
                    var (latencies, messages) = (Histogram(), 0)
                    while ContinuousClock.now < end {
                        messages += try await readAll(chat, count, as: reader, &latencies)
                    }
                    return (latencies, messages)
                }
            }
            return try await group.reduce(into: (Histogram(), 0)) { all, part in
                all.0.add(part.0)
                all.1 += part.1
            }
        }
        let measured = ProcessorTimes(server: figures).measured(before, Tally())
        var report = ScenarioReport(
            "s5-history",
            "\(count) messages in pages of \(Self.page), \(options.sizes.historyReaders) readers; latency is a page's"
        )
        report.messagesPerSecond = (Double(messages) / measured.seconds).rounded(places: 0)
        report.fill(latencies: pages)
        report.fill(costs: measured, per: messages)
        return report
    }

    private func fill(_ chat: String, _ count: Int, by person: World.Person) async throws {
        let plan = SocketPlan(token: person.token, chat: chat, sending: .window(64), most: Int64(count))
        let fleet = try await fleet([plan])
        try await fleet.open()
        await fleet.beginSending()
        try await fleet.wait(120, "\(count) messages were not all acked") {
            await fleet.outcomes().allSatisfy { $0.acked == count }
        }
        await fleet.close()
    }

    /// - Throws: `unavailable` where the pages don't hold every message once.
    private func readAll(
        _ chat: String,
        _ count: Int,
        as reader: World.Person,
        _ latencies: inout Histogram
    ) async throws -> Int {
        let rest = RestClient(address: address)
        var (messages, after) = (0, Int64(0))
        while true {
            let begin = Moment.now
            let path = "/v1/chats/\(chat)/messages?after=\(after)&limit=\(Self.page)"
            let page = HistoryPage(try await rest.get(path, token: reader.token))
            latencies.record(Moment.now - begin)
            messages += page.count
            guard let last = page.lastSeq, page.count == Self.page else { break }
            after = last
        }
        guard messages == count else { throw IncompleteHistory(chat: chat, expected: count, found: messages) }
        return messages
    }
}
