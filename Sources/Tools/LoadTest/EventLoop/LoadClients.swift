import Domain

/// All connections of a load, divided among its threads.
struct LoadClients: Sendable {
    private let loops: [LoadLoop]
    private let keys: [Range<Int>]
    let count: Int

    init(_ plans: [SocketPlan], _ settings: LoadLoop.Settings, threads: Int) async throws {
        count = plans.count
        try FileLimit.raise(for: plans.count)
        let threads = min(max(1, threads), max(1, plans.count))
        loops = try (0..<threads).map { _ in try LoadLoop(settings) }
        let share = (plans.count + threads - 1) / threads
        keys = (0..<threads).map { min($0 * share, plans.count)..<min(($0 + 1) * share, plans.count) }
        for (loop, keys) in zip(loops, keys) {
            loop.start()
            let part = Array(plans[keys])
            await loop.perform { $0.add(part, firstKey: keys.lowerBound) }
        }
    }

    /// Ends all connections and threads.
    func close() async { for loop in loops { await loop.stop() } }

    // MARK: Opening

    /// Starts connecting all at once.
    func beginOpening(in range: Range<Int>? = nil) async {
        for (loop, keys) in zip(loops, keys) {
            let keys = Array(keys.clamped(to: range ?? 0..<count))
            await loop.perform { $0.open(keys) }
        }
    }

    /// Connects and waits for all welcomes.
    /// - Throws: `unavailable` if a connection fails, or if not all have been welcomed within `seconds`.
    func open(within seconds: Int = 60) async throws {
        await beginOpening()
        try await wait(seconds, "\(count) connections were not all welcome") {
            if await counters().lost > 0 { throw SpotterError(.unavailable, await failure("a connection was lost")) }
            return await openCount() == count
        }
    }

    func openCount() async -> Int {
        await sum { $0.sockets.reduce(into: 0) { $0 += $1.state == .open ? 1 : 0 } }
    }

    /// Cuts connections; all unless a range is given. Data in flight is lost.
    func cut(in range: Range<Int>? = nil) async {
        for (loop, keys) in zip(loops, keys) {
            let keys = keys.clamped(to: range ?? 0..<count)
            await loop.perform { loop in for key in keys { loop.socket(key).map(loop.end) } }
        }
    }

    /// Makes the next hello of each connection name its last event.
    func resume() async {
        await forEachSocket { $0.plan.position = $0.lastSeq }
    }

    func forEachSocket(_ body: @escaping @Sendable (LoadSocket) -> Void) async {
        for loop in loops { await loop.perform { for socket in $0.sockets { body(socket) } } }
    }

    // MARK: Sending

    func beginSending() async { for loop in loops { await loop.perform { $0.beginSending() } } }
    func stopSending() async { for loop in loops { await loop.perform { $0.isSending = false } } }

    /// Waits until everything is acked and delivered, or nothing has been delivered for three seconds.
    /// - Parameter slow: a connection to ignore.
    func drain(without slow: Int? = nil, within seconds: Int = 30) async throws {
        let timeout = 3_000_000 as Int64
        var (last, since) = (-1, MonotonicInstant.now)
        try await wait(seconds, "the server still owed acks when nothing was sent any more") {
            guard await sum({ $0.inFlight }) == 0 else { return false }
            let outcomes = await outcomes().filter { $0.key != slow }
            let delivered = outcomes.reduce(0) { $0 + $1.delivered }
            if delivered != last { (last, since) = (delivered, MonotonicInstant.now) }
            return DeliveryCheck(outcomes).missing == 0 || MonotonicInstant.now - since > timeout
        }
    }

    /// Waits until a message was acked and delivered since measuring began. Gives up after `seconds`, so that a server
    /// that answers nothing is reported as such, and at once if nobody sends.
    func waitUntilMeasured(within seconds: Int = 30) async throws {
        let end = MonotonicInstant.now + Int64(seconds) * 1_000_000
        while await sum({ $0.isSending ? 1 : 0 }) > 0, MonotonicInstant.now < end {
            let counters = await counters()
            guard counters.acked == 0 || counters.delivery.count == 0 else { return }
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    // MARK: Results

    func beginMeasuring() async { for loop in loops { await loop.perform { $0.beginMeasuring() } } }

    func endMeasuring() async -> LoadCounters {
        var counters = LoadCounters()
        for loop in loops { counters.add(await loop.perform { $0.endMeasuring() }) }
        return counters
    }

    /// The counts since measuring began. Measuring continues.
    func counters() async -> LoadCounters {
        var counters = LoadCounters()
        for loop in loops { counters.add(await loop.perform { $0.counters }) }
        return counters
    }

    func outcomes() async -> [LoadSocket.Outcome] {
        var outcomes: [LoadSocket.Outcome] = []
        for loop in loops { outcomes += await loop.perform { $0.sockets.map(\.outcome) } }
        return outcomes
    }

    private func sum(_ value: @escaping @Sendable (LoadLoop) -> Int) async -> Int {
        var total = 0
        for loop in loops { total += await loop.perform(value) }
        return total
    }

    /// - Throws: `unavailable` with the first failure if `condition` isn't met in time.
    func wait(_ seconds: Int, _ otherwise: String, until condition: () async throws -> Bool) async throws {
        let end = MonotonicInstant.now + Int64(seconds) * 1_000_000
        while try await !condition() {
            guard MonotonicInstant.now < end else {
                throw SpotterError(.unavailable, await failure("\(otherwise) within \(seconds) s"))
            }
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    private func failure(_ what: String) async -> String {
        await counters().firstFailure.map { "\(what): \($0)" } ?? what
    }
}

extension LoadLoop {
    var inFlight: Int { sockets.reduce(0) { $0 + $1.inFlight } }
}
