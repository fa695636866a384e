import NIOCore

/// The other nodes, by what they say. A pure state machine.
struct NodePeers {
    enum Hearing: Equatable {
        /// The node wasn't known.
        case first
        case next
        /// Messages before it were lost.
        case gap
        /// It comes doubled or late.
        case old
    }

    private struct Peer {
        var number: Int64
        var heardAt: NIODeadline
    }

    /// A node says something at every tick, so this one has ended, hangs, or is cut off.
    static let silence = TimeAmount.seconds(10)

    private var peers: [String: Peer] = [:]

    var nodes: [String] { peers.keys.sorted() }

    mutating func heard(_ number: Int64, of node: String, at now: NIODeadline) -> Hearing {
        guard let peer = peers[node] else {
            peers[node] = Peer(number: number, heardAt: now)
            return .first
        }
        peers[node] = Peer(number: max(peer.number, number), heardAt: now)
        if number <= peer.number { return .old }
        return number == peer.number &+ 1 ? .next : .gap
    }

    mutating func left(_ node: String) { peers[node] = nil }

    /// Forgets the nodes that have been silent for too long.
    mutating func expire(at now: NIODeadline) -> [String] {
        let gone = peers.filter { now - $0.value.heardAt >= Self.silence }.keys
        for node in gone { peers[node] = nil }
        return Array(gone)
    }
}

/// How long a message of this node takes to come back, which says how late those of others are.
struct BusEcho {
    /// Nothing has come back for so long: the bus is cut off, and hints can't be counted on.
    static let patience = TimeAmount.seconds(3)

    private var published: [(number: Int64, at: NIODeadline)] = []
    private var returnedAt: NIODeadline?
    /// That of the last message that came back.
    private var lag: TimeAmount?

    mutating func published(_ number: Int64, at now: NIODeadline) {
        if returnedAt == nil { returnedAt = now }
        // More would wait only while the bus is cut off.
        if published.count < 1024 { published.append((number, now)) }
    }

    mutating func returned(_ number: Int64, at now: NIODeadline) {
        if let one = published.first(where: { $0.number == number }) { lag = now - one.at }
        published.removeAll { $0.number <= number }
        returnedAt = now
    }

    /// How long the last message took, or how long the oldest one on its way takes already.
    func lag(at now: NIODeadline) -> TimeAmount? {
        let waiting = published.first.map { now - $0.at }
        return [lag, waiting].compactMap(\.self).max()
    }

    func isCutOff(at now: NIODeadline) -> Bool { returnedAt.map { now - $0 >= Self.patience } ?? false }
}
