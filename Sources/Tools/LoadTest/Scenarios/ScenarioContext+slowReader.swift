import Domain

/// A member of a busy group reads a byte per second. Measures whether the others notice, when the server cuts it off,
/// and whether it gets everything later.
extension ScenarioContext {
    func slowReader() async throws -> ScenarioReport {
        let without = try await run(try await busyGroup()).0
        let plans = try await busyGroup()
        let clients = try await clients(plans)
        let slow = plans.count - 1
        await clients.forEachSocket { if $0.key == slow { $0.plan.slowBytesPerSecond = 1 } }
        try await clients.open()
        let everyone = await connections()
        await clients.beginSending()
        try await Task.sleep(for: options.warmUp)
        async let cut = cutOff(clients, below: everyone, slow: slow)
        var with = try await measure(clients)
        with.isPaced = true
        let bytes = try await cut
        await clients.stopSending()
        try await clients.drain(without: slow)
        let missed = try await comeBack(slow, plans, clients)
        let check = DeliveryCheck(await clients.outcomes())
        await clients.close()

        var report = ScenarioReport(
            "slow-reader",
            "a group of \(plans.count) at \(options.sizes.busyRate) messages/s, one reads a byte a second"
        )
        report.fill(with)
        report.fill(check)
        report.p99WithoutSlowMs = ScenarioReport.milliseconds(without.counters.delivery.quantile(0.99))
        report.cutOffBytes = bytes
        if bytes == nil { report.notes.append("the slow reader was not cut off") }
        report.notes.append("it came back and got what it had missed: \(missed)")
        return report
    }

    private func busyGroup() async throws -> [SocketPlan] {
        let sizes = options.sizes
        let fixtures = fixtures
        guard let studio = try await fixtures.studios(1, clients: sizes.members - 1).first else { return [] }
        let chat = try await fixtures.group(studio, name: "Busy")
        let senders = min(sizes.groupSenders, sizes.members - 1)
        let interval = Int64(1_000_000 * senders / max(1, sizes.busyRate))
        return studio.everyone.enumerated().map { index, person in
            let offset = interval * Int64(index) / Int64(max(1, senders))
            let sending = index < senders ? SocketPlan.Sending.every(interval, offset: offset) : .nothing
            return SocketPlan(token: person.token, chat: chat, sending: sending)
        }
    }

    private func connections() async -> Double { await metric("spotter_connections") ?? 0 }

    /// - Returns: the bytes that another member had received when the server had one connection less; `nil` if that
    ///   never happened.
    private func cutOff(_ clients: LoadClients, below everyone: Double, slow: Int) async throws -> Int? {
        let end = ContinuousClock.now + options.duration + .seconds(30)
        while ContinuousClock.now < end {
            if await connections() < everyone {
                return await clients.outcomes().filter { $0.key != slow }.map(\.deliveredBytes).max()
            }
            try await Task.sleep(for: .milliseconds(20))
        }
        return nil
    }

    /// The slow reader reconnects with its position and reads as fast as the others.
    private func comeBack(_ slow: Int, _ plans: [SocketPlan], _ clients: LoadClients) async throws -> String {
        await clients.cut(in: slow..<slow + 1)
        let before = await clients.outcomes()
        await clients.forEachSocket { socket in
            guard socket.key == slow else { return }
            (socket.plan.slowBytesPerSecond, socket.plan.position) = (nil, socket.lastSeq)
        }
        await clients.beginOpening(in: slow..<slow + 1)
        let acked = before.reduce(0) { $0 + $1.acked }
        try await clients.wait(30, "the slow reader did not get what it had missed") {
            await clients.outcomes().contains { $0.key == slow && ($0.delivered >= acked || $0.resyncs > 0) }
        }
        let had = before.first { $0.key == slow }?.delivered ?? 0
        guard let after = await clients.outcomes().first(where: { $0.key == slow }), after.resyncs > 0 else {
            return "\(acked - had) messages by events"
        }
        // It missed too much for a replay, so it reads the history after the resync.
        let all = try await HistoryPage.all(
            of: after.chat,
            token: plans[slow].token,
            rest: rest
        )
        await clients.forEachSocket { if $0.key == slow { $0.delivered = all.count } }
        return "\(all.count - had) messages from the history, after a resync"
    }
}
