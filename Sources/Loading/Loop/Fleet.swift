import Domain

/// All connections of a load, over as many threads as it takes.
struct Fleet: Sendable {
    private let loops: [LoadLoop]
    private let keys: [Range<Int>]
    let count: Int

    init(_ plans: [SocketPlan], _ settings: LoadLoop.Settings, threads: Int) async throws {
        count = plans.count
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

    /// Connects and says hello, all at once.
    func beginOpening(_ among: Range<Int>? = nil) async {
        for (loop, keys) in zip(loops, keys) {
            let keys = Array(keys.clamped(to: among ?? 0..<count))
            await loop.perform { $0.open(keys) }
        }
    }

    /// - Throws: `unavailable` where a connection fails, or all aren't welcome within `seconds`.
    func open(within seconds: Int = 60) async throws {
        await beginOpening()
        try await wait(seconds, "\(count) connections were not all welcome") { await openCount() == count }
    }

    func openCount() async -> Int {
        await sum { $0.sockets.reduce(into: 0) { $0 += $1.state == .open ? 1 : 0 } }
    }

    /// Cuts all connections.
    func cut() async { for loop in loops { await loop.perform { for socket in $0.sockets { $0.end(socket) } } } }

    /// From now on each says that it stands where its last event was.
    func resume() async {
        await forEachSocket { $0.plan.position = $0.lastSeq }
    }

    func forEachSocket(_ body: @escaping @Sendable (LoadSocket) -> Void) async {
        for loop in loops { await loop.perform { for socket in $0.sockets { body(socket) } } }
    }

    // MARK: Sending

    func beginSending() async { for loop in loops { await loop.perform { $0.beginSending() } } }
    func stopSending() async { for loop in loops { await loop.perform { $0.isSending = false } } }

    /// Waits until nothing is in flight and nothing new comes any more.
    func settle(within seconds: Int = 30) async throws {
        var last = -1
        try await wait(seconds, "the server still owed acks when nothing was sent any more") {
            let (inFlight, delivered) = (await sum { $0.inFlight }, await sum { $0.delivered })
            defer { last = delivered }
            return inFlight == 0 && delivered == last
        }
    }

    // MARK: Results

    func beginMeasuring() async { for loop in loops { await loop.perform { $0.beginMeasuring() } } }

    func endMeasuring() async -> Tally {
        var tally = Tally()
        for loop in loops { tally.add(await loop.perform { $0.endMeasuring() }) }
        return tally
    }

    /// What has been counted since measuring began, while it goes on.
    func tally() async -> Tally {
        var tally = Tally()
        for loop in loops { tally.add(await loop.perform { $0.tally }) }
        return tally
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

    /// - Throws: `unavailable` with the first failure, where `condition` isn't met in time.
    func wait(_ seconds: Int, _ otherwise: String, until condition: () async -> Bool) async throws {
        let end = Moment.now + Int64(seconds) * 1_000_000
        while await !condition() {
            guard Moment.now < end else {
                let failure = await tally().firstFailure.map { ": \($0)" } ?? ""
                throw SpotterError(.unavailable, "\(otherwise) within \(seconds) s\(failure)")
            }
            try await Task.sleep(for: .milliseconds(10))
        }
    }
}

extension LoadLoop {
    var inFlight: Int { sockets.reduce(0) { $0 + $1.inFlight } }
    var delivered: Int { sockets.reduce(0) { $0 + $1.delivered } }
}
