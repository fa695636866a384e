public import Domain
import Storage

/// A server process of a cluster, as it last said of itself.
public struct ClusterNode: Sendable, Hashable {
    public enum State: String, Sendable, Codable { case serving, draining }

    public let id: NodeID
    /// The operator's word for it, such as the machine's name. Nothing goes by it.
    public let name: String
    public let version: String
    /// Where it listens: host and port.
    public let address: String
    public let state: State
    public let startedAt: Timestamp
    public let heartbeatAt: Timestamp
    /// Milliseconds that its last heartbeat took to be on disk: how long its writes wait.
    public let lag: Int64

    /// Whether its last heartbeat is younger than a lease is long.
    public func isLive(at now: Timestamp) -> Bool { now.milliseconds(since: heartbeatAt) < ClusterTimes.lease }
}

public typealias NodeID = ID<ClusterNode>

/// How long things last in a cluster, in milliseconds.
package enum ClusterTimes {
    /// From one heartbeat to the next. Each is one small transaction.
    package static let heartbeat: Int64 = 2_000
    /// Work whose node has died goes on elsewhere after this. Three heartbeats may be late.
    package static let lease: Int64 = 8_000
    /// So much earlier a holder stops by itself, for clocks that don't run equally fast.
    static let margin: Int64 = 1_000
    /// Nodes that are gone are shown for so long.
    static let kept: Int64 = 3_600_000
    /// How often work looks for what other nodes have stored.
    package static let poll: Int64 = 1_000
}
