import Domain
import Synchronization

/// The right to do one kind of background work, which one node of a cluster has at a time.
///
/// A server alone has it always, and asks nobody. In a cluster the holder renews it with each heartbeat; when it doesn't, another
/// node takes it over. What work writes inside `perform` fails once the term is over, however late it comes; see `FencingDatabase`.
///
/// ```swift
/// try await lease.perform { try await sendWhatIsDue() }
/// ```
public final class Lease: Sendable {
    /// That of a server without others.
    public static let alone = Lease()

    package let name: String
    private let cluster: (node: NodeID, elapsed: @Sendable () -> Int64)?
    private let state = Mutex(State())

    private struct State: Sendable {
        var number: Int64?
        /// By the node's own clock.
        var until: Int64 = 0
        var isWanted = true
    }

    private init() {
        name = ""
        cluster = nil
    }

    init(_ name: String, node: NodeID, elapsed: @escaping @Sendable () -> Int64) {
        self.name = name
        cluster = (node, elapsed)
    }

    /// The term under which this node holds it now; `nil` if it doesn't.
    package var term: LeaseTerm? {
        guard let cluster else { return .alone }
        return state.withLock { state in
            guard let number = state.number, cluster.elapsed() < state.until else { return nil }
            return LeaseTerm(lease: self, node: cluster.node, number: number)
        }
    }

    package var isHeld: Bool { term != nil }

    /// How often its work has to look for what other nodes have stored; `nil` without others.
    package var poll: Duration? { cluster == nil ? nil : .milliseconds(ClusterTimes.poll) }

    /// Runs work under the term that this node has now.
    ///
    /// - Throws: `LeaseLost` if it has none, and out of writes after its end; errors of `work`.
    package func perform<Value>(_ work: () async throws -> Value) async throws -> Value {
        guard let term else { throw LeaseLost() }
        return try await term.perform(work)
    }

    /// The work has ended here: another node may take it over at once.
    package func giveUp() {
        guard cluster != nil else { return }
        state.withLock { ($0.isWanted, $0.number) = (false, nil) }
    }

    // MARK: Used by the member

    var isWanted: Bool { state.withLock { $0.isWanted } }

    /// - Parameter until: when the lease ends, by the node's own clock.
    func hold(_ number: Int64, until: Int64) {
        state.withLock { if $0.isWanted { ($0.number, $0.until) = (number, until) } }
    }

    func lose() { state.withLock { $0.number = nil } }
}
