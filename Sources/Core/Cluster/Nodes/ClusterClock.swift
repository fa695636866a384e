package import Domain
package import Storage

/// The clocks of a cluster. What nodes compare is the database's time; how long a node's own lease lasts it measures itself,
/// on a clock that nobody sets.
package struct ClusterClock: Sendable {
    var database: @Sendable (any SQLConnection) throws -> Timestamp
    /// Milliseconds since any moment, while the machine runs.
    var elapsed: @Sendable () -> Int64
    var sleep: @Sendable (_ milliseconds: Int64) async throws -> Void

    package init(
        database: @escaping @Sendable (any SQLConnection) throws -> Timestamp,
        elapsed: @escaping @Sendable () -> Int64,
        sleep: @escaping @Sendable (_ milliseconds: Int64) async throws -> Void
    ) {
        self.database = database
        self.elapsed = elapsed
        self.sleep = sleep
    }

    package static var system: ClusterClock {
        let begin = ContinuousClock.now
        return ClusterClock(
            database: { try $0.time() },
            elapsed: { (ContinuousClock.now - begin).wholeMilliseconds },
            sleep: { try await Task.sleep(for: .milliseconds($0)) }
        )
    }
}
