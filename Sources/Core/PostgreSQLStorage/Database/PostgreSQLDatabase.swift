import Dispatch
public import Domain
import Foundation
public import Logging
public import Storage
import Synchronization

/// The engine for more than one machine: PostgreSQL, through its client library.
///
/// Readers have connections of their own, on which each snapshot is a transaction of isolation level REPEATABLE READ. The
/// writer has one, on which a group is a transaction of level READ COMMITTED: servers take turns, so each sees what the
/// others have committed.
public final class PostgreSQLDatabase: Database {
    /// Reads are bound by the server, which is somewhere else.
    public static let maxReaders = 8

    private let queue = GroupCommitQueue(maxGroupSize: 2048)
    private let reads: ReadQueue
    let factory: SessionFactory
    private let writer: PostgreSQLWriter
    private let writing = DispatchQueue(label: "spotter.writer")
    private let reading = DispatchQueue(label: "spotter.readers", attributes: .concurrent)
    private let idle = Mutex<[PostgreSQLSession]>([])
    private let observer = Mutex<(any GroupCommitObserver)?>(nil)
    /// Runs completions in the order of the commits.
    private let delivery = DispatchQueue(label: "spotter.delivery")
    /// Bounds the groups that are committed and whose completions haven't run: then the writer waits.
    private let undelivered = DispatchSemaphore(value: 2)
    private let deferredWork: Mutex<[any DeferredWork]>
    private let pace = DeferredWorkPace()
    private let load = WriterLoad()
    let health: PostgreSQLHealth
    let turnWaits = TurnWaits()
    private let logger: Logger
    private let committed: @Sendable (_ seconds: Duration) -> Void
    package let statements = StatementCount()

    /// Connects to the database and brings its schema up to date.
    ///
    /// - Parameters:
    ///   - address: as `PostgreSQLAddress`.
    ///   - use: whose database it is.
    ///   - isShared: whether other servers may use it at the same time. They have to say so, too.
    ///   - migrations: of all modules that use the database, those of lower modules first.
    ///   - deferredWork: what the writer does in its spare time.
    ///   - maxReaders: connections that read at the same time.
    ///   - committed: called on the writer's thread with the time that a group took, from its beginning to the disk.
    /// - Throws: `StorageError` with one line that says what's wrong.
    public init(
        address: String,
        for use: DatabaseUse = .anything,
        isShared: Bool = false,
        migrations: [Migration],
        deferredWork: [any DeferredWork] = [],
        maxReaders: Int = PostgreSQLDatabase.maxReaders,
        clock: any WallClock = SystemClock(),
        logger: Logger,
        committed: @escaping @Sendable (Duration) -> Void = { _ in }
    ) throws {
        let address = try PostgreSQLAddress(address)
        factory = SessionFactory(address: address, isShared: isShared, logger: logger)
        health = PostgreSQLHealth(logger: logger)
        self.logger = logger
        self.committed = committed
        self.deferredWork = Mutex(deferredWork)
        reads = ReadQueue(maxReaders: maxReaders, maxPerSnapshot: 64)
        var random = SystemRandomNumberGenerator()
        let node = (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        writer = PostgreSQLWriter(
            factory,
            node: node,
            statements: statements,
            health: health,
            turns: turnWaits
        )
        let log = MigrationLog(logger: logger)
        do {
            try writer.prepare(for: use)
            try writer.migrate(migrations, at: clock.now()) { log.add($0) }
        } catch let error as PostgreSQLError {
            throw StorageError.unusable(path: address.description, reason: error.description)
        }
    }

    public var isShared: Bool { factory.isShared }

    // MARK: Reading

    public func enqueueRead<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value,
        completion: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) {
        read(of: WorkOwner.current, until: .now.advanced(by: SessionFactory.patience), body, completion: completion)
    }

    /// A read whose connection is lost is done again on another one, still on behalf of its owner.
    private func read<Value: Sendable>(
        of owner: UserID?,
        until end: ContinuousClock.Instant,
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value,
        completion: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) {
        let admission = reads.add(of: owner) { connection in
            guard let connection else { return completion(.failure(self.unreachable)) }
            let result = Result { try body(connection) }
            let failure = (connection as? PostgreSQLConnection)?.failure
            if let failure, failure.isConnectionLost, ContinuousClock.now < end {
                return self.read(of: owner, until: end, body, completion: completion)
            }
            completion(result.mapError(self.health.explained))
        }
        switch admission {
        case .accepted: break
        case .acceptedStartReader: reading.async { self.serve() }
        case .closed: completion(.failure(SpotterError.shuttingDown))
        }
    }

    /// Serves waiting reads from one snapshot after another. Each snapshot begins after its reads were requested.
    private func serve() {
        var session = idle.withLock { $0.popLast() }
        var reads = SnapshotReads(of: reads)
        while reads.begin() { serve(&reads, on: &session) }
        if let session { idle.withLock { $0.append(session) } }
    }

    private func serve(_ reads: inout SnapshotReads, on session: inout PostgreSQLSession?) {
        var hasServed = false
        do {
            let open = try session.flatMap { $0.isCurrent ? $0 : nil } ?? factory.reader()
            session = open
            try open.send("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            let connection = PostgreSQLConnection(open, statements: statements)
            // An error ends the transaction; the remaining reads get another one.
            while connection.failure == nil, let read = reads.next() {
                hasServed = true
                read(connection)
            }
            if connection.failure?.isConnectionLost ?? false {
                session = nil
                return
            }
            try open.execute("COMMIT")
            if connection.failure?.hasOutdatedStatements ?? false { try open.forgetStatements() }
        } catch {
            session = nil
            _ = health.explained(error)
            if !hasServed { while let read = reads.next() { read(nil) } }
        }
    }

    private var unreachable: SpotterError { queue.isOpen ? .storageFailing : .shuttingDown }

    /// The writes and reads that wait.
    public var waiting: (writes: Int, reads: Int) { (queue.count, reads.count) }

    // MARK: Writing

    public func enqueue(_ job: any WriteJob) { enqueue(job, isDeferrable: false) }

    public func enqueueDeferrable(_ job: any WriteJob) { enqueue(job, isDeferrable: true) }

    private func enqueue(_ job: any WriteJob, isDeferrable: Bool) {
        switch queue.add(job, isDeferrable: isDeferrable) {
        case .accepted: break
        case .acceptedStartDraining: writing.async { self.drain() }
        case .closed: job.finish(SpotterError.shuttingDown)
        }
    }

    public var isBusy: Bool { load.isBusy() }

    public func setObserver(_ observer: any GroupCommitObserver) {
        self.observer.withLock {
            precondition($0 == nil, "A database has one observer.")
            $0 = observer
        }
        writing.async { self.writer.observer = observer }
    }

    public func add(_ work: any DeferredWork) { deferredWork.withLock { $0.append(work) } }

    private func drain() {
        while true {
            let group = queue.nextGroup()
            guard !group.jobs.isEmpty else { return }
            // It may have been set since the queue's last work began.
            writer.observer = observer.withLock { $0 }
            writer.observer?.groupWillBegin()
            let begin = ContinuousClock.now
            let outcome = writer.commit(group.jobs, isSynced: !group.isDeferrable)
            committed(ContinuousClock.now - begin)
            if !group.isDeferrable { load.note(group: group.jobs.count) }
            deliver(group.jobs, outcome)
            doDeferredWork(after: group.jobs.count)
        }
    }

    /// Runs a group's completions, one group after another, while the next group is written.
    private func deliver(_ group: [any WriteJob], _ outcome: PostgreSQLWriter.Outcome) {
        undelivered.wait()
        let observer = writer.observer
        let tell: @Sendable () -> Void = { [self] in
            for (index, job) in group.enumerated() { job.finish(outcome.error(of: index).map(health.explained)) }
            observer?.groupDidComplete()
            undelivered.signal()
        }
        if queue.isIdle { delivery.sync(execute: tell) } else { delivery.async(execute: tell) }
    }

    // MARK: Deferred work

    /// Items in a transaction while nothing waits.
    private static let deferredStep = 256

    private func doDeferredWork(after group: Int) {
        guard deferredWork.withLock({ !$0.isEmpty }) else { return }
        switch pace.turn(after: group, isBusy: load.isBusy()) {
        case .later(let delay): scheduleDeferredWork(after: delay)
        case .share(let limit):
            if advance(by: limit, goesOn: false) { scheduleDeferredWork(after: DeferredWorkPace.interval) }
        case .everything: _ = advance(by: queue.isIdle ? Self.deferredStep : max(8, group / 16), goesOn: true)
        }
    }

    /// - Returns: whether there may be more.
    private func advance(by first: Int, goesOn: Bool) -> Bool {
        var leavesSome = false
        for work in deferredWork.withLock({ $0 }) {
            do {
                var hasMore = try step { try work.advance(by: first, on: $0) }
                while goesOn, hasMore, queue.isEmpty {
                    hasMore = try step { try work.advance(by: Self.deferredStep, on: $0) }
                }
                leavesSome = leavesSome || hasMore
            } catch {
                logger.error("deferred work failed, trying again after the next commit: \(health.explained(error))")
            }
        }
        return leavesSome
    }

    private func step(_ body: (any SQLConnection) throws -> Bool) throws -> Bool {
        var hasMore = false
        try writer.transaction(isSynced: false) { hasMore = try body($0) }
        return hasMore
    }

    private func scheduleDeferredWork(after delay: Duration) {
        guard pace.schedule() else { return }
        DispatchQueue.global().asyncAfter(deadline: .now() + delay / .seconds(1)) { [weak self] in
            guard let self else { return }
            pace.begin { self.writing.async { self.doDeferredWork(after: 0) } }
        }
    }

    // MARK: The end

    public func close() async throws {
        queue.close()
        pace.close()
        // The writer's queue is serial: when this has run, so have all accepted writes.
        await withCheckedContinuation { continuation in writing.async { continuation.resume() } }
        await withCheckedContinuation { continuation in delivery.async { continuation.resume() } }
        reads.close()
        await withCheckedContinuation { continuation in
            reading.async(flags: .barrier) { continuation.resume() }
        }
        idle.withLock { $0.removeAll() }
        await withCheckedContinuation { continuation in
            writing.async {
                self.writer.close()
                continuation.resume()
            }
        }
    }
}
