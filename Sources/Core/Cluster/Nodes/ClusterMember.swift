public import Domain
public import Logging
public import ServiceLifecycle
public import Storage
import Synchronization

/// This server as a node of a cluster: says that it lives, and holds leases.
///
/// A heartbeat is one transaction. If the database can't be reached, the node's leases end by its own clock before another node
/// can have them.
public final class ClusterMember: Service {
    public let id: NodeID
    private let name: String
    private let version: String
    private let database: any Database
    private let clock: ClusterClock
    private let logger: Logger
    private let state = Mutex(State())
    private let others = Atomic(0)

    private struct State: Sendable {
        var leases: [String: Lease] = [:]
        var address = ""
        var isDraining = false
        var startedAt: Timestamp?
        var lag: Int64 = 0
        /// When the last heartbeat that arrived began, by the node's own clock.
        var heardAt: Int64?
    }

    /// - Parameter name: the operator's word for this node, such as the machine's name.
    package init(
        id: NodeID,
        name: String,
        version: String,
        database: any Database,
        clock: ClusterClock,
        logger: Logger
    ) {
        self.id = id
        self.name = name
        self.version = version
        self.database = database
        self.clock = clock
        self.logger = logger
    }

    public convenience init(
        name: String,
        version: String,
        database: any Database,
        ids: any IDSource,
        logger: Logger
    ) {
        self.init(id: ids.next(), name: name, version: version, database: database, clock: .system, logger: logger)
    }

    /// How many nodes live, this one included.
    public var liveNodes: Int { others.load(ordering: .relaxed) + 1 }

    /// Milliseconds that the last heartbeat took.
    public var lag: Int64 { state.withLock { $0.lag } }

    /// Whether others take this node for dead: its last heartbeat is too old.
    public var isUnheard: Bool {
        let heardAt = state.withLock { $0.heardAt }
        return heardAt.map { clock.elapsed() - $0 >= ClusterTimes.lease } ?? false
    }

    /// The leases that this node holds now.
    public var heldLeases: [String] {
        state.withLock { $0.leases.values.filter { $0.term != nil }.map(\.name) }.sorted()
    }

    /// The right to do a kind of work; the same object for the same name. This node asks for it from now on.
    package func lease(_ name: String) -> Lease {
        state.withLock { state in
            if let lease = state.leases[name] { return lease }
            let lease = Lease(name, node: id, elapsed: clock.elapsed)
            state.leases[name] = lease
            return lease
        }
    }

    /// Tells the others where this node listens.
    public func didListen(at address: String) { state.withLock { $0.address = address } }

    /// Tells the others that this node is about to stop.
    public func beginDraining() { state.withLock { $0.isDraining = true } }

    // MARK: Life

    public func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                do {
                    try await self.beat()
                } catch is CancellationError {
                    return
                } catch {
                    self.logger.warning("the cluster can't be told that this node lives: \(error)")
                }
                try? await self.clock.sleep(ClusterTimes.heartbeat)
            }
        }
        do {
            try await leave()
        } catch {
            logger.warning("the cluster wasn't told that this node stops: \(error)")
        }
    }

    /// Says that this node lives, renews its leases, and takes those that nobody holds.
    package func beat() async throws {
        let begin = clock.elapsed()
        let (leases, node) = state.withLock { ($0.leases.values.sorted { $0.name < $1.name }, $0) }
        let wanted = leases.map { (name: $0.name, isWanted: $0.isWanted) }
        let beat = try await database.write { [self] connection in
            let now = try clock.database(connection)
            let (startedAt, until) = (node.startedAt ?? now, now.adding(milliseconds: ClusterTimes.lease))
            try ClusterNode(
                id: id,
                name: name,
                version: version,
                address: node.address,
                state: node.isDraining ? .draining : .serving,
                startedAt: startedAt,
                heartbeatAt: now,
                lag: node.lag
            ).write(on: connection)
            try ClusterNode.removeSilent(since: now.adding(milliseconds: -ClusterTimes.kept), on: connection)
            let held = try claim(wanted, until: until, at: now, on: connection)
            let live = try ClusterNode.all(on: connection).count { $0.isLive(at: now) && $0.id != id }
            return (startedAt: startedAt, held: held, others: live)
        }
        others.store(beat.others, ordering: .relaxed)
        let lag = clock.elapsed() - begin
        state.withLock { ($0.startedAt, $0.lag, $0.heardAt) = (beat.startedAt, lag, begin) }
        // Counted from before the database looked at its clock.
        let until = begin + ClusterTimes.lease - ClusterTimes.margin
        for lease in leases {
            if let number = beat.held[lease.name] { lease.hold(number, until: until) } else { lease.lose() }
        }
    }

    /// - Returns: the number of each term that this node has now.
    private func claim(
        _ wanted: [(name: String, isWanted: Bool)],
        until: Timestamp,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws -> [String: Int64] {
        // Rows of others that hold them aren't touched: their work locks them.
        let rows = Dictionary(try LeaseRow.all(on: connection).map { ($0.name, $0) }) { first, _ in first }
        var held: [String: Int64] = [:]
        for (name, isWanted) in wanted {
            guard let row = rows[name] else {
                if isWanted { held[name] = try LeaseRow.begin(name, for: id, until: until, on: connection) }
                continue
            }
            if row.node == id {
                if !isWanted {
                    try row.release(at: now, on: connection)
                } else if try row.renew(until: until, on: connection) {
                    held[name] = row.fence
                }
            } else if isWanted, row.until <= now {
                held[name] = try row.takeOver(for: id, until: until, at: now, on: connection)
            }
        }
        return held
    }

    /// Gives everything back: others needn't wait until it runs out.
    package func leave() async throws {
        let leases = state.withLock { Array($0.leases.values) }
        for lease in leases { lease.giveUp() }
        try await database.write { [self] connection in
            let now = try clock.database(connection)
            for row in try LeaseRow.all(on: connection) where row.node == id {
                try row.release(at: now, on: connection)
            }
            try ClusterNode.remove(id, on: connection)
        }
    }
}
