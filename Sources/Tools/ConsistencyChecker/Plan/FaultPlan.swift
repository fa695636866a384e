package import ServerHarness

/// What befalls the servers of a batch, and after how many steps, counted over all clients. The same seed gives the same
/// plan.
package struct FaultPlan: Sendable, Hashable {
    /// What servers share and can be parted from.
    package enum Resource: String, Sendable, Hashable, CaseIterable {
        case database, bus
    }

    package enum Kind: Sendable, Hashable {
        case kill(server: Int)
        case stop(server: Int)
        case freeze(server: Int, Duration)
        case partition(server: Int, from: Resource, TCPRelay.Link, Duration)
        case busRestart
        /// The database's primary is lost and its standby takes over.
        case failover(isHung: Bool)
    }

    package struct Fault: Sendable, Hashable {
        package let step: Int
        /// What befalls at the same time: one, or two.
        package let kinds: [Kind]

        /// The servers that can't go on until it's over.
        var affected: Set<Int> { Set(kinds.compactMap(\.affected)) }
    }

    /// Longer than others wait for a server that hangs in a transaction.
    private static let freeze = Duration.seconds(4)
    /// Longer than a lease of 8 seconds: when the server goes on, others do its work.
    private static let longFreeze = Duration.seconds(12)

    /// In the order of their steps.
    package let faults: [Fault]
    private let steps: Int

    /// - Parameters:
    ///   - steps: of all clients together.
    ///   - own: what the check has started itself, so that it may be taken away.
    ///   - overlapping: whether two may befall at once, and each server is frozen for longer than its leases last.
    package init(seed: UInt64, steps: Int, servers: Int, own: Set<Resource> = [], overlapping: Bool = false) {
        var random = SplitMix64(planSeed: ~seed)
        var kinds = Self.ofServers(servers, using: &random)
        if own.contains(.database) {
            kinds += (0..<2).map { _ in
                let pause = [1, 3, 7][Int.random(in: 0..<3, using: &random)]
                return Self.partition(from: .database, servers, .seconds(pause), using: &random)
            }
            kinds.append(.failover(isHung: Bool.random(using: &random)))
        }
        if own.contains(.bus) {
            kinds += (0..<2).map { _ in Self.partition(from: .bus, servers, .seconds(3), using: &random) }
            kinds.append(.busRestart)
        }
        let meets = overlapping && servers > 1
        if meets { kinds += (0..<servers).map { .freeze(server: $0, Self.longFreeze) } }
        kinds.shuffle(using: &random)
        let groups = meets ? Self.joined(kinds, servers, using: &random) : kinds.map { [$0] }
        // Each has as many steps for itself, so that clients are busy before, during and after it.
        let (first, share) = (steps / 10, steps * 8 / 10 / max(1, groups.count))
        faults = groups.enumerated().map { number, kinds in
            Fault(step: first + share * number + Int.random(in: 0...share / 2, using: &random), kinds: kinds)
        }
        self.steps = steps
    }

    /// The step that no client goes beyond while a fault lasts: half the way to the next one.
    package func limit(of fault: Int) -> Int {
        guard faults.indices.contains(fault) else { return .max }
        let next = faults.indices.contains(fault + 1) ? faults[fault + 1].step : steps
        return (faults[fault].step + next) / 2
    }

    private static func ofServers(_ servers: Int, using random: inout SplitMix64) -> [Kind] {
        let (count, first) = (Int.random(in: 2...3, using: &random), Int.random(in: 0..<servers, using: &random))
        return (0..<servers * count).map { number in
            let server = (first + number / 3) % servers
            return switch number % 3 {
            case 0: .kill(server: server)
            case 1: servers == 1 ? .stop(server: server) : .freeze(server: server, freeze)
            default: servers == 1 ? .kill(server: server) : .stop(server: server)
            }
        }
    }

    private static func partition(
        from resource: Resource,
        _ servers: Int,
        _ pause: Duration,
        using random: inout SplitMix64
    ) -> Kind {
        let server = Int.random(in: 0..<servers, using: &random)
        return .partition(server: server, from: resource, Bool.random(using: &random) ? .cut : .stalled, pause)
    }
}

extension FaultPlan.Kind: CustomStringConvertible {
    /// The server that can't go on until the fault is over; `nil` if all can.
    package var affected: Int? {
        switch self {
        case .kill(let server), .stop(let server), .freeze(let server, _), .partition(let server, .database, _, _):
            server
        case .partition(_, .bus, _, _), .busRestart, .failover: nil
        }
    }

    package var description: String {
        switch self {
        case .kill(let server): "server \(server) killed"
        case .stop(let server): "server \(server) stopped"
        case .freeze(let server, let pause): "server \(server) frozen for \(pause)"
        case .partition(let server, let resource, let link, let pause):
            "server \(server) \(link) from the \(resource.rawValue) for \(pause)"
        case .busRestart: "the bus killed"
        case .failover(let isHung): isHung ? "the primary hung" : "the primary killed"
        }
    }
}
