import NIOCore

/// Which server is tried next, and after what pause: those of the address, and those that they say belong to their cluster. A
/// pure state machine.
///
/// All servers are tried one after another at once, then there is a pause, which grows with each round. Pauses differ from
/// process to process, so that not all come back at the same moment.
struct NATSServers {
    static let firstPause = TimeAmount.milliseconds(100)
    static let maxPause = TimeAmount.seconds(5)
    /// Bounds how many servers others can name.
    static let maxLearned = 64

    private let named: [NATSAddress.Server]
    private var learned: [NATSAddress.Server] = []
    private var index = 0
    private var isConnected = false
    private var failures = 0

    /// - Parameter named: one at least.
    init(_ named: [NATSAddress.Server]) { self.named = named }

    private var all: [NATSAddress.Server] { named + learned }

    var current: NATSAddress.Server? { all.indices.contains(index) ? all[index] : named.first }

    mutating func connected() { (failures, isConnected) = (0, true) }

    /// The current server names others, as `host:port`.
    mutating func learn(_ places: [String], isEncrypted: Bool) {
        for place in places where learned.count < Self.maxLearned {
            guard var server = NATSAddress.server(place[...]), !all.contains(where: server.isAt) else { continue }
            if isEncrypted { (server.name, server.requiresTLS) = (current?.name ?? current?.host, true) }
            learned.append(server)
        }
    }

    /// The connection was lost, or didn't come about. Then a server that was learned is forgotten: another one names it again
    /// when it's there.
    /// - Returns: how long to wait for the next attempt.
    mutating func lost(using random: inout some RandomNumberGenerator) -> TimeAmount {
        let count = max(all.count, 1)
        if index >= named.count, !isConnected {
            learned.remove(at: index - named.count)
        } else {
            index += 1
        }
        if index >= all.count { index = 0 }
        isConnected = false
        let (round, step) = failures.quotientAndRemainder(dividingBy: count)
        failures &+= 1
        guard step == 0 else { return .zero }
        let longest = min(Self.firstPause.nanoseconds << Int64(min(round, 16)), Self.maxPause.nanoseconds)
        return .nanoseconds(Int64.random(in: longest / 2...longest, using: &random))
    }
}
