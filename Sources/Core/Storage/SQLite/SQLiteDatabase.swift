import CSQLiteFiles
public import Domain
import Foundation
import GRDB
import GRDBSQLite
public import Logging
import Synchronization

/// The embedded engine: SQLite in WAL mode with `synchronous=FULL`, through GRDB.
public final class SQLiteDatabase: Database {
    /// The connection that writes.
    let writer: DatabaseQueue
    let readers: ReaderPool
    /// Reads are bound by the processor: more readers than cores would only take turns.
    private static let maxReaders = max(2, min(8, ProcessInfo.processInfo.activeProcessorCount))
    /// How long a connection waits for another process that holds a lock.
    static let maxBusyTime = Duration.seconds(5)
    let queue = GroupCommitQueue(maxGroupSize: 2048)
    let reads = ReadQueue(maxReaders: maxReaders, maxPerSnapshot: 64)
    private let observer = Mutex<(any GroupCommitObserver)?>(nil)
    /// Runs completions in the order of the commits.
    private let delivery = DispatchQueue(label: "spotter.delivery")
    /// Bounds the groups that are committed and whose completions haven't run: then the writer waits.
    private let undelivered = DispatchSemaphore(value: 2)
    let deferredWork: Mutex<[any DeferredWork]>
    let logger: Logger
    let path: String
    private let committed: @Sendable (_ seconds: Duration) -> Void
    /// Whether the file is damaged, and what goes wrong with it.
    public let health: StorageHealth
    /// Whether a job of the writer erased something since the log was emptied.
    let erasures = ErasureMark()
    let upkeep: UpkeepSchedule
    let load = WriterLoad()
    let memory = StatementMemory()
    let pace = DeferredWorkPace()
    /// The writer's `totalChanges` when deferred work had nothing left to do.
    let settled = Atomic(SQLiteDatabase.unsettled)
    static let unsettled = -1
    package let statements = StatementCount()

    /// Opens or creates the database file and brings its schema up to date.
    ///
    /// - Parameters:
    ///   - migrations: of all modules that use the database, those of lower modules first.
    ///   - deferredWork: what the writer does in its spare time.
    ///   - mayBegin: whether the file may be missing or without tables. Otherwise that is an error: data was lost.
    ///   - pageCacheBytes: the most memory that the writer's pages take: the last pages of many chats and of the indexes
    ///     change again and again.
    ///   - committed: called on the writer's thread with the time that a group took, from its beginning to the disk.
    /// - Throws: `StorageError` with one line that says what's wrong with the file.
    public init(
        path: String,
        migrations: [Migration],
        deferredWork: [any DeferredWork] = [],
        mayBegin: Bool = true,
        pageCacheBytes: Int = 64 << 20,
        upkeep: UpkeepSettings = UpkeepSettings(),
        clock: any WallClock = SystemClock(),
        logger: Logger,
        committed: @escaping @Sendable (Duration) -> Void = { _ in }
    ) throws {
        self.logger = logger
        self.committed = committed
        self.path = path
        health = StorageHealth(logger: logger)
        self.deferredWork = Mutex(deferredWork)
        self.upkeep = UpkeepSchedule(upkeep)
        _ = Self.processSettings
        do {
            var configuration = Self.configuration
            configuration.journalMode = .wal
            let writer = try DatabaseQueue(path: path, configuration: configuration)
            self.writer = writer
            readers = ReaderPool(
                path: path,
                configuration: Self.configuration,
                maxCount: Self.maxReaders,
                statements: statements,
                health: health
            )
            try writer.writeWithoutTransaction { database in
                // GRDB sets this to NORMAL when it turns WAL on, after everything in `configuration`: a commit would
                // then not be on disk when it's acknowledged.
                try database.execute(sql: "PRAGMA synchronous = FULL")
                try database.execute(sql: "PRAGMA cache_size = -\(max(pageCacheBytes, 0) / 1024)")
                guard try mayBegin || database.tableExists("migrations") || database.tableExists("schema_migrations")
                else { throw StorageError.missingDatabase(path: path) }
                // What is wrong is said once, by the error.
                let connection = SQLiteConnection(database: database, statements: statements, health: .silent())
                let log = MigrationLog(logger: logger)
                try Migrator(migrations, in: .sqlite).run(at: clock.now()) { body in
                    try database.inTransaction(.immediate) {
                        try body(connection)
                        return .commit
                    }
                } progress: {
                    log.add($0)
                }
                // From now on the file has its tables by itself: one without has lost them.
                Self.emptyLog(of: database)
            }
        } catch let error as DatabaseError {
            throw StorageError.unusable(path: path, reason: StorageHealth.advise(error))
        }
        // What an erasure before a crash left behind.
        erasures.set()
        scheduleUpkeep()
    }

    /// The writer and the readers don't wait for one another whenever SQLite allocates, and no page keeps a copy of an erased
    /// row. Done once, before the first database of the process.
    private static let processSettings = (spotter_sqlite_count_memory(0), spotter_sqlite_clear_gaps())

    private static var configuration: Configuration {
        var configuration = Configuration()
        configuration.label = "spotter"
        configuration.busyMode = .timeout(maxBusyTime / .seconds(1))
        configuration.prepareDatabase { database in
            try database.execute(sql: "PRAGMA synchronous = FULL")
            try database.execute(sql: "PRAGMA foreign_keys = ON")
            // Only the writer commits, so only it ever checkpoints: SQLite before 3.52 can corrupt a WAL when
            // checkpoints race from several connections. 16 384 pages are 64 MiB.
            try database.execute(sql: "PRAGMA wal_autocheckpoint = 16384")
            try database.execute(sql: "PRAGMA journal_size_limit = 134217728")
            // Erased text is overwritten, also in pages that become free; FAST would leave it there.
            try database.execute(sql: "PRAGMA secure_delete = ON")
            // 2 MiB for each reader: what they share is in the system's page cache.
            try database.execute(sql: "PRAGMA cache_size = -2048")
            try FTS5Extension.register(on: database)
            // GRDB notes the columns that each statement reads, and forgets them before one of its own. Ours are compiled
            // beside it, so the note would grow with each and be copied for each column.
            sqlite3_set_authorizer(database.sqliteConnection, nil, nil)
        }
        return configuration
    }

    public func enqueueRead<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value,
        completion: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) {
        let admission = reads.add(of: WorkOwner.current) { connection in
            guard let connection else { return completion(.failure(self.unreachable)) }
            completion(Result { try body(connection) }.mapError(self.health.explained))
        }
        switch admission {
        case .accepted: break
        case .acceptedStartReader: startReader()
        case .closed: completion(.failure(SpotterError.shuttingDown))
        }
    }

    /// Serves waiting reads from one snapshot after another. Each snapshot begins after its reads were requested.
    private func startReader() {
        readers.use { reader in
            var reads = SnapshotReads(of: self.reads)
            while reads.begin() {
                var hasServed = false
                try? reader?.inTransaction(.reading) {
                    // SQLite ends the transaction after some failures; the remaining reads get another one.
                    while let reader, reader.database.isInsideTransaction, let read = reads.next() {
                        hasServed = true
                        read(reader)
                    }
                }
                // There is no reader, or its transaction can't begin.
                if !hasServed { while let read = reads.next() { read(nil) } }
            }
        }
    }

    public func enqueue(_ job: any WriteJob) { enqueue(job, isDeferrable: false) }

    func enqueue(_ job: any WriteJob, isDeferrable: Bool) {
        guard !health.isDamaged else { return job.finish(SpotterError.storageDamaged) }
        switch queue.add(job, isDeferrable: isDeferrable) {
        case .accepted: break
        case .acceptedStartDraining: writer.asyncWriteWithoutTransaction { self.drain($0) }
        case .closed: job.finish(SpotterError.shuttingDown)
        }
    }

    public func add(_ work: any DeferredWork) {
        deferredWork.withLock { $0.append(work) }
        // Whatever was settled before knew nothing of it.
        settled.store(Self.unsettled, ordering: .relaxed)
    }

    public func setObserver(_ observer: any GroupCommitObserver) {
        self.observer.withLock {
            precondition($0 == nil, "A database has one observer.")
            $0 = observer
        }
    }

    private var currentObserver: (any GroupCommitObserver)? { observer.withLock { $0 } }

    /// Why there is no reader.
    private var unreachable: SpotterError { queue.isOpen ? .storageFailing : .shuttingDown }

    /// The writes and reads that wait.
    public var waiting: (writes: Int, reads: Int) { (queue.count, reads.count) }

    public func close() async throws {
        queue.close()
        // The writer's queue is serial: when this has run, so have all accepted writes.
        try await writer.writeWithoutTransaction { _ in }
        await withCheckedContinuation { continuation in delivery.async { continuation.resume() } }
        try await closeFile()
    }

    // MARK: The writer's thread

    private func drain(_ database: GRDB.Database) {
        while true {
            let group = queue.nextGroup()
            guard !group.jobs.isEmpty else { return scheduleUpkeep() }
            currentObserver?.groupWillBegin()
            let outcome = commit(group, on: database)
            upkeep.noteWrite()
            if !group.isDeferrable { load.note(group: group.jobs.count) }
            // Soon, also if the writer is never idle.
            if erasures.isInLog { scheduleUpkeep() }
            deliver(group.jobs, outcome)
            doDeferredWork(after: group.jobs.count, on: database)
        }
    }

    /// Runs a group's completions, one group after another, while the next group is written: encoding and handing over
    /// takes as long as storing. If no write waits, the writer's thread runs them itself, without a thread switch.
    private func deliver(_ group: [any WriteJob], _ outcome: Outcome) {
        undelivered.wait()
        let tell: @Sendable () -> Void = { [self] in
            for (index, job) in group.enumerated() { job.finish(outcome.error(of: index).map(health.explained)) }
            currentObserver?.groupDidComplete()
            undelivered.signal()
        }
        if queue.isIdle { delivery.sync(execute: tell) } else { delivery.async(execute: tell) }
    }

    private enum Outcome: Sendable {
        case committed(failures: [Int: any Error])
        case failed(any Error)

        func error(of job: Int) -> (any Error)? {
            switch self {
            case .committed(let failures): failures[job]
            case .failed(let error): error
            }
        }
    }

    /// A job that fails before it has written anything is left out. If one fails half-way, the whole group is rolled back
    /// and repeated with a savepoint around each job. Savepoints aren't used at first, because each costs a copy of every
    /// page that is changed after it.
    private func commit(_ group: WriteGroup, on database: GRDB.Database) -> Outcome {
        guard !health.isDamaged else { return .failed(SpotterError.storageDamaged) }
        let begin = ContinuousClock.now
        defer { committed(ContinuousClock.now - begin) }
        do {
            return .committed(failures: try transact(group, on: database, isolated: false))
        } catch is HalfWritten {
            rolledBack()
            do {
                return .committed(failures: try transact(group, on: database, isolated: true))
            } catch {
                return abandoned(group.jobs.count, because: error)
            }
        } catch {
            return abandoned(group.jobs.count, because: error)
        }
    }

    /// One transaction with one commit.
    ///
    /// - Returns: the errors of the jobs that failed alone.
    private func transact(
        _ group: WriteGroup,
        on database: GRDB.Database,
        isolated: Bool
    ) throws -> [Int: any Error] {
        var failures: [Int: any Error] = [:]
        let connection = connection(to: database)
        try connection.inTransaction(group.isDeferrable ? .writingUnsynced : .writing) {
            let observer = currentObserver
            // GRDB's savepoints would begin another kind of transaction.
            if isolated { try connection.begin() }
            for (index, job) in group.jobs.enumerated() {
                let changesBefore = connection.totalChanges
                do {
                    if isolated {
                        try database.inSavepoint {
                            try job.run(on: connection)
                            try observer?.groupWillCommit(on: connection)
                            return .commit
                        }
                    } else {
                        try job.run(on: connection)
                    }
                } catch {
                    // After some failures (no space, no memory, an unreadable page) SQLite has rolled back everything.
                    guard connection.isInTransaction else { throw error }
                    guard isolated || connection.totalChanges == changesBefore else { throw HalfWritten() }
                    failures[index] = error
                    if isolated { rolledBack() }
                }
            }
            guard connection.isInTransaction else { throw StorageError.writeFailed("the transaction was aborted") }
            try observer?.groupWillCommit(on: connection)
        }
        return failures
    }

    private func connection(to database: GRDB.Database) -> SQLiteConnection {
        SQLiteConnection(
            database: database,
            statements: statements,
            health: health,
            erasures: erasures,
            memory: memory
        )
    }

    private struct HalfWritten: Error {}

    private func abandoned(_ count: Int, because error: any Error) -> Outcome {
        rolledBack()
        let shown = health.explained(error)
        if shown is SpotterError { return .failed(shown) }
        logger.error("a group of \(count) writes could not be committed: \(shown)")
        return .failed(StorageError.writeFailed("\(shown)"))
    }

    private func rolledBack() { currentObserver?.groupDidRollBack() }
}
