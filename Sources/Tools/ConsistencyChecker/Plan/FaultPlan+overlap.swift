import ServerHarness

/// Faults that befall at once.
extension FaultPlan {
    /// Joins neighbours that may befall at once, two of three times.
    static func joined(_ kinds: [Kind], _ servers: Int, using random: inout SplitMix64) -> [[Kind]] {
        var groups: [[Kind]] = []
        for kind in kinds {
            if let last = groups.indices.last, groups[last].count == 1, groups[last][0].mayMeet(kind, of: servers),
                Int.random(in: 0..<3, using: &random) > 0
            {
                groups[last].append(kind)
            } else {
                groups.append([kind])
            }
        }
        return groups
    }
}

extension FaultPlan.Kind {
    /// The server that is started again, which needs its database and bus.
    private var restarted: Int? {
        switch self {
        case .kill(let server), .stop(let server): server
        case .freeze, .partition, .busRestart, .failover: nil
        }
    }

    /// What has to be there for a server to start.
    private func keepsFromStarting(_ server: Int) -> Bool {
        switch self {
        case .partition(let parted, _, _, _): parted == server
        case .busRestart, .failover: true
        case .kill, .stop, .freeze: false
        }
    }

    /// Whether both may befall at once: each can be mended while the other lasts, and somebody can go on.
    package func mayMeet(_ other: Self, of servers: Int) -> Bool {
        let affected = [affected, other.affected].compactMap { $0 }
        if Set(affected).count < affected.count || affected.count >= servers { return false }
        if let restarted, other.keepsFromStarting(restarted) { return false }
        if let restarted = other.restarted, keepsFromStarting(restarted) { return false }
        if case .partition(let server, let resource, _, _) = self,
            case .partition(server, from: resource, _, _) = other
        {
            return false
        }
        return true
    }
}

extension FaultPlan.Fault: CustomStringConvertible {
    package var description: String { kinds.map(\.description).joined(separator: " and ") }
}
