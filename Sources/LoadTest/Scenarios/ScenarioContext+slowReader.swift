import Domain

/// Somebody reads a byte a second in a busy group: do the others notice, is it cut off, and does it get everything later?
extension Stage {
    func slowReader() async throws -> ScenarioReport {
        let without = try await run(try await busyGroup()).0
        let plans = try await busyGroup()
        let fleet = try await fleet(plans)
        let slow = plans.count - 1
        await fleet.forEachSocket { if $0.key == slow { $0.plan.slowBytesPerSecond = 1 } }
        try await fleet.open()
        let everybody = await connections()
        await fleet.beginSending()
        try await Task.sleep(for: options.warmUp)
        async let cut = cutOff(fleet, below: everybody, slow: slow)
        var with = try await measure(fleet)
        with.isPaced = true
        let bytes = try await cut
        await fleet.stopSending()
        try await fleet.settle(without: slow)
        let missed = try await comeBack(slow, plans, fleet)
        let check = DeliveryCheck(await fleet.outcomes())
        await fleet.close()

        var report = ScenarioReport(
            "slow-reader",
            "a group of \(plans.count) at \(options.sizes.busyRate) messages/s, one reads a byte a second"
        )
        report.fill(with)
        report.fill(check)
        report.p99WithoutSlowMs = ScenarioReport.milliseconds(without.tally.delivery.quantile(0.99))
        report.cutOffBytes = bytes
        if bytes == nil { report.notes.append("the slow reader was not cut off") }
        report.notes.append("it came back and got what it had missed: \(missed)")
        return report
    }

    private func busyGroup() async throws -> [SocketPlan] {
        let sizes = options.sizes
        let world = world
        guard let studio = try await world.studios(1, clients: sizes.members - 1).first else { return [] }
        let chat = try await world.group(studio, name: "Busy")
        let senders = min(sizes.groupSenders, sizes.members - 1)
        let interval = Int64(1_000_000 * senders / max(1, sizes.busyRate))
        return studio.everybody.enumerated().map { index, person in
            let offset = interval * Int64(index) / Int64(max(1, senders))
            let sending = index < senders ? SocketPlan.Sending.every(interval, offset: offset) : .nothing
            return SocketPlan(token: person.token, chat: chat, sending: sending)
        }
    }

    private func connections() async -> Double { await metric("spotter_connections") ?? 0 }

    /// - Returns: how many bytes the others had got when the server had one connection less; nothing where it hadn't.
    private func cutOff(_ fleet: Fleet, below everybody: Double, slow: Int) async throws -> Int? {
        let end = ContinuousClock.now + options.duration + .seconds(30)
        while ContinuousClock.now < end {
            if await connections() < everybody {
                return await fleet.outcomes().filter { $0.key != slow }.map(\.deliveredBytes).max()
            }
            try await Task.sleep(for: .milliseconds(20))
        }
        return nil
    }

    /// The slow one comes back, reads as fast as others, and says where it stood.
    private func comeBack(_ slow: Int, _ plans: [SocketPlan], _ fleet: Fleet) async throws -> String {
        await fleet.cut(slow..<slow + 1)
        let before = await fleet.outcomes()
        await fleet.forEachSocket { socket in
            guard socket.key == slow else { return }
            (socket.plan.slowBytesPerSecond, socket.plan.position) = (nil, socket.lastSeq)
        }
        await fleet.beginOpening(slow..<slow + 1)
        let acked = before.reduce(0) { $0 + $1.acked }
        try await fleet.wait(30, "the slow reader did not get what it had missed") {
            await fleet.outcomes().contains { $0.key == slow && ($0.delivered >= acked || $0.resyncs > 0) }
        }
        let had = before.first { $0.key == slow }?.delivered ?? 0
        guard let after = await fleet.outcomes().first(where: { $0.key == slow }), after.resyncs > 0 else {
            return "\(acked - had) messages by events"
        }
        // Too much was missed to be replayed: told so, it reads the history.
        let all = try await HistoryPage.all(
            of: after.chat,
            token: plans[slow].token,
            rest: RestClient(address: address)
        )
        await fleet.forEachSocket { if $0.key == slow { $0.delivered = all.count } }
        return "\(all.count - had) messages from the history, after a resync"
    }
}
