public import Domain
import Foundation
import GRDB
public import Logging
import Synchronization

/// The embedded engine: SQLite in WAL mode with `synchronous=FULL`, through GRDB.
public final class SQLiteDatabase: Database {
    private let pool: DatabasePool
    /// Reads are work for the processor: more readers than there are of those would only take turns.
    private static let mostReaders = max(2, min(8, ProcessInfo.processInfo.activeProcessorCount))
    private let queue = GroupCommitQueue(largestGroup: 1024)
    private let reads = ReadQueue(mostReaders: mostReaders, largestBatch: 64)
    private let hooks = Mutex(Hooks())
    /// Runs completions, in the order of commits.
    private let delivery = DispatchQueue(label: "spotter.delivery")
    /// Groups that are on disk and not told of: so many, then the writer waits.
    private let undelivered = DispatchSemaphore(value: 2)
    private let deferredWork: [any DeferredWork]
    private let logger: Logger
    package let statements = StatementCount()

    private struct Hooks: Sendable {
        var rollback: [@Sendable () -> Void] = []
        var before: [@Sendable () -> Void] = []
        var commit: [@Sendable (any SQLConnection) throws -> Void] = []
        var after: [@Sendable () -> Void] = []
    }

    /// Opens or creates the database file and brings its schema up to date.
    ///
    /// - Parameters:
    ///   - migrations: of all modules that use the database, those of lower modules first.
    ///   - deferredWork: what the writer does in its spare time.
    /// - Throws: `StorageError` with one line that says what's wrong with the file.
    public init(
        path: String,
        migrations: [Migration],
        deferredWork: [any DeferredWork] = [],
        clock: any WallClock = SystemClock(),
        logger: Logger
    ) throws {
        self.logger = logger
        self.deferredWork = deferredWork
        do {
            pool = try DatabasePool(path: path, configuration: Self.configuration)
            try pool.writeWithoutTransaction { database in
                // A pool's writer is set to NORMAL when it turns WAL on, after everything in `configuration`: a commit
                // would then not be on disk when it's acknowledged.
                try database.execute(sql: "PRAGMA synchronous = FULL")
                // Pages of many chats' ends and of the indexes are changed again and again.
                try database.execute(sql: "PRAGMA cache_size = -65536")
                try database.inTransaction(.immediate) {
                    let connection = SQLiteConnection(database: database, statements: statements)
                    try Migrator(migrations).run(on: connection, at: clock.now())
                    return .commit
                }
            }
        } catch let error as DatabaseError {
            throw StorageError.unusable(path: path, reason: error.message ?? error.resultCode.description)
        }
    }

    private static var configuration: Configuration {
        var configuration = Configuration()
        configuration.label = "spotter"
        configuration.maximumReaderCount = mostReaders
        configuration.busyMode = .timeout(5)
        configuration.prepareDatabase { database in
            try database.execute(sql: "PRAGMA synchronous = FULL")
            try database.execute(sql: "PRAGMA foreign_keys = ON")
            // Only the writer commits, so only it ever checkpoints: SQLite before 3.52 can corrupt a WAL when
            // checkpoints race from several connections. 16 384 pages are 64 MiB.
            try database.execute(sql: "PRAGMA wal_autocheckpoint = 16384")
            try database.execute(sql: "PRAGMA journal_size_limit = 134217728")
            // For readers: what they share is in the system's cache.
            try database.execute(sql: "PRAGMA cache_size = -2048")
        }
        return configuration
    }

    public func enqueueRead<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value,
        completion: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) {
        let isNewReader = reads.add { connection in
            guard let connection else { return completion(.failure(SpotterError.shuttingDown)) }
            completion(Result { try body(connection) })
        }
        if isNewReader { startReader() }
    }

    /// Takes what waits in one snapshot after another, each begun after its reads were asked for.
    private func startReader() {
        pool.asyncUnsafeRead { reader in
            while true {
                let batch = self.reads.nextBatch()
                guard !batch.isEmpty else { return }
                self.run(batch, with: reader)
            }
        }
    }

    private func run(_ batch: [ReadJob], with reader: Result<GRDB.Database, any Error>) {
        var rest = batch[...]
        while !rest.isEmpty {
            let before = rest.count
            try? reader.get().inTransaction(.deferred) {
                let database = try reader.get()
                let connection = SQLiteConnection(database: database, statements: statements)
                // SQLite ends a transaction by itself after some failures; the rest gets another one.
                while database.isInsideTransaction, let job = rest.popFirst() { job(connection) }
                return .commit
            }
            // No reader, or one that can't begin: whoever asked hears of it.
            if rest.count == before { return rest.forEach { $0(nil) } }
        }
    }

    public func enqueue<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value,
        completion: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) {
        let outcome = Mutex<Value?>(nil)
        let job = WriteJob(
            run: { connection in
                let value = try body(connection)
                outcome.withLock { $0 = value }
            },
            finish: { error in
                if let error {
                    completion(.failure(error))
                } else if let value = outcome.withLock({ $0 }) {
                    completion(.success(value))
                }
            }
        )
        switch queue.add(job) {
        case .accepted: break
        case .acceptedStartDraining: pool.asyncWriteWithoutTransaction { self.drain($0) }
        case .closed: completion(.failure(SpotterError.shuttingDown))
        }
    }

    public func onRollback(_ action: @escaping @Sendable () -> Void) { hooks.withLock { $0.rollback.append(action) } }
    public func beforeCommit(_ action: @escaping @Sendable (any SQLConnection) throws -> Void) {
        hooks.withLock { $0.commit.append(action) }
    }

    public func beforeGroup(_ action: @escaping @Sendable () -> Void) { hooks.withLock { $0.before.append(action) } }
    public func afterGroup(_ action: @escaping @Sendable () -> Void) { hooks.withLock { $0.after.append(action) } }

    public func close() async throws {
        queue.close()
        // The writer's queue is serial: when this has run, so has all that was accepted.
        try await pool.writeWithoutTransaction { _ in }
        await withCheckedContinuation { continuation in delivery.async { continuation.resume() } }
        try pool.close()
    }

    // MARK: The writer's thread

    private func drain(_ database: GRDB.Database) {
        while true {
            let group = queue.nextGroup()
            guard !group.isEmpty else { return }
            for action in hooks.withLock({ $0.before }) { action() }
            let outcome = commit(group, on: database)
            deliver(group, outcome)
            doDeferredWork(after: group.count, on: database)
        }
    }

    /// Tells a group's outcome, one group after another, while the next one is written: encoding and handing over takes
    /// as long as storing does. Where nobody waits, this thread does it, without a change of threads.
    private func deliver(_ group: [WriteJob], _ outcome: Outcome) {
        undelivered.wait()
        let tell: @Sendable () -> Void = { [self] in
            for (index, job) in group.enumerated() { job.finish(outcome.error(of: index)) }
            for action in hooks.withLock({ $0.after }) { action() }
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

    /// Does deferred work while nothing waits, and a share of it while something does.
    private func doDeferredWork(after group: Int, on database: GRDB.Database) {
        let connection = SQLiteConnection(database: database, statements: StatementCount())
        for work in deferredWork {
            do {
                var hasMore = try connection.advance(work, by: max(8, group / 16))
                while hasMore, queue.isIdle { hasMore = try connection.advance(work, by: 64) }
            } catch {
                logger.error("deferred work failed, trying again after the next commit: \(error)")
            }
        }
    }

    /// A job that fails before it has written anything is just left out. One that fails half-way undoes the whole group,
    /// which is then done again with a savepoint around each job: a savepoint costs a copy of every page that is
    /// changed behind it, too much to pay for each message.
    private func commit(_ group: [WriteJob], on database: GRDB.Database) -> Outcome {
        do {
            return .committed(failures: try transact(group, on: database, isolated: false))
        } catch is HalfWritten {
            rolledBack()
            do {
                return .committed(failures: try transact(group, on: database, isolated: true))
            } catch {
                return abandoned(group.count, because: error)
            }
        } catch {
            return abandoned(group.count, because: error)
        }
    }

    /// One transaction with one commit; the jobs that failed by themselves.
    private func transact(
        _ group: [WriteJob],
        on database: GRDB.Database,
        isolated: Bool
    ) throws -> [Int: any Error] {
        var failures: [Int: any Error] = [:]
        try database.inTransaction(.immediate) {
            let connection = SQLiteConnection(database: database, statements: statements)
            let complete = hooks.withLock { $0.commit }
            for (index, job) in group.enumerated() {
                let changesBefore = database.totalChangesCount
                do {
                    if isolated {
                        try database.inSavepoint {
                            try job.run(connection)
                            for action in complete { try action(connection) }
                            return .commit
                        }
                    } else {
                        try job.run(connection)
                    }
                } catch {
                    // After some failures (no space, no memory, a page that can't be read) SQLite has undone it all.
                    guard database.isInsideTransaction else { throw error }
                    guard isolated || database.totalChangesCount == changesBefore else { throw HalfWritten() }
                    failures[index] = error
                    if isolated { rolledBack() }
                }
            }
            guard database.isInsideTransaction else { throw StorageError.writeFailed("the transaction was aborted") }
            for action in complete { try action(connection) }
            return .commit
        }
        return failures
    }

    private struct HalfWritten: Error {}

    private func abandoned(_ count: Int, because error: any Error) -> Outcome {
        logger.error("a group of \(count) writes could not be committed: \(error)")
        rolledBack()
        return .failed(StorageError.writeFailed("\(error)"))
    }

    private func rolledBack() {
        for action in hooks.withLock({ $0.rollback }) { action() }
    }
}

extension SpotterError {
    fileprivate static let shuttingDown = SpotterError(.shuttingDown, "The server is shutting down.", retryable: true)
}
