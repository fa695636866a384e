import Dispatch
import GRDB
import Logging
import Synchronization

/// What the writer does when the writes leave it time.
extension SQLiteDatabase {
    public var isBusy: Bool { load.isBusy() }

    public func enqueueDeferrable(_ job: any WriteJob) { enqueue(job, isDeferrable: true) }

    // MARK: The writer's thread

    /// Does deferred work: all of it while nothing waits, a share of it while the writer is busy.
    func doDeferredWork(after group: Int, on database: GRDB.Database) {
        guard deferredWork.withLock({ !$0.isEmpty }) else { return }
        switch pace.turn(after: group, isBusy: load.isBusy()) {
        case .later(let delay): scheduleDeferredWork(after: delay)
        case .share(let limit):
            if advance(by: limit, goesOn: false, on: database) {
                scheduleDeferredWork(after: DeferredWorkPace.interval)
            }
        case .everything:
            let first = queue.isIdle ? Self.deferredStep : max(8, group / 16)
            // What is left is done after the write that waits.
            _ = advance(by: first, goesOn: true, on: database)
        }
    }

    /// Items in a transaction while nothing waits: a write that comes meanwhile waits about a millisecond.
    private static let deferredStep = 64

    /// - Returns: whether there may be more.
    private func advance(by first: Int, goesOn: Bool, on database: GRDB.Database) -> Bool {
        let connection = SQLiteConnection(
            database: database,
            statements: StatementCount(),
            health: health,
            memory: memory
        )
        // What only reads, such as a ping, leaves nothing to do.
        guard connection.totalChanges != settled.load(ordering: .relaxed) else { return false }
        var (leavesSome, leavesFailed) = (false, false)
        for work in deferredWork.withLock({ $0 }) {
            do {
                var hasMore = try connection.advance(work, by: first)
                while goesOn, hasMore, queue.isEmpty { hasMore = try connection.advance(work, by: Self.deferredStep) }
                leavesSome = leavesSome || hasMore
            } catch {
                // Damage was logged when it was met.
                guard !health.isDamaged else { return false }
                logger.error("deferred work failed, trying again after the next commit: \(health.explained(error))")
                leavesFailed = true
            }
        }
        settled.store(leavesSome || leavesFailed ? Self.unsettled : connection.totalChanges, ordering: .relaxed)
        return leavesSome
    }

    private func scheduleDeferredWork(after delay: Duration) {
        guard pace.schedule() else { return }
        DispatchQueue.global().asyncAfter(deadline: .now() + delay / .seconds(1)) { [weak self] in
            guard let self else { return }
            pace.begin {
                self.writer.asyncWriteWithoutTransaction { self.doDeferredWork(after: 0, on: $0) }
            }
        }
    }
}
