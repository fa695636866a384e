import Dispatch
import Foundation
import GRDB
import GRDBSQLite
import Logging
import Synchronization

/// Keeps the database file whole by itself: what is committed goes to the write-ahead log first, and moves to the file
/// when the writer is idle, after an erasure, and at the end. Only the writer does this.
extension SQLiteDatabase {
    /// Lets the writer look after its files: soon if something was erased, otherwise once it has been idle.
    func scheduleUpkeep() {
        schedule(after: erasures.isInLog ? upkeep.settings.erasureDelay : upkeep.settings.idleDelay)
    }

    private func schedule(after delay: Duration) {
        guard let time = upkeep.schedule(after: delay) else { return }
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(delay.wholeMilliseconds)) { [weak self] in
            guard let self else { return }
            upkeep.begin(time) { self.writer.asyncWriteWithoutTransaction { self.lookAfterFiles($0) } }
        }
    }

    // MARK: The writer's thread

    private func lookAfterFiles(_ database: GRDB.Database) {
        guard !health.isDamaged else { return }
        let settings = upkeep.settings
        if erasures.leavesTraces, upkeep.removalDelay == .zero { removeTraces(on: database) }
        if erasures.isInLog || (upkeep.isIdle && logBytes >= settings.minLogBytes) {
            erasures.isInLog = !Self.emptyLog(of: database, waiting: settings.maxReaderWait) && erasures.isInLog
        }
        let cache = Self.cacheBytes(of: database)
        if upkeep.isIdle, cache >= settings.minCacheBytes { Self.shrinkCache(of: database) }
        if erasures.isInLog { return schedule(after: settings.erasureDelay) }
        if erasures.leavesTraces { schedule(after: max(settings.erasureDelay, upkeep.removalDelay)) }
        if logBytes >= settings.minLogBytes || !upkeep.isIdle && cache >= settings.minCacheBytes {
            schedule(after: settings.idleDelay)
        }
    }

    /// The memory of the writer's page cache and statements.
    static func cacheBytes(of database: GRDB.Database) -> Int {
        guard let connection = database.sqliteConnection else { return 0 }
        var (current, highest) = (Int32(0), Int32(0))
        sqlite3_db_status(connection, SQLITE_DBSTATUS_CACHE_USED, &current, &highest, 0)
        return Int(current)
    }

    /// Frees the pages that a burst of writes has left in memory. The system's page cache still has them.
    private static func shrinkCache(of database: GRDB.Database) {
        if let connection = database.sqliteConnection { sqlite3_db_release_memory(connection) }
    }

    private func removeTraces(on database: GRDB.Database) {
        let connection = SQLiteConnection(
            database: database,
            statements: StatementCount(),
            health: health,
            memory: memory
        )
        let begin = Duration.ofThread
        var (hasWorked, hasMore) = (false, false)
        do {
            for work in deferredWork.withLock({ $0 }) where !hasMore {
                repeat {
                    hasMore = try connection.removeTraces(work)
                    hasWorked = hasWorked || hasMore
                } while hasMore && queue.isIdle
            }
        } catch {
            guard !health.isDamaged else { return }
            logger.error("traces of what was erased could not be removed, trying again: \(error)")
            (hasWorked, hasMore) = (true, true)
            upkeep.removalTook(.zero, isComplete: true)
        }
        erasures.leavesTraces = hasMore
        guard hasWorked else { return }
        erasures.isInLog = true
        upkeep.removalTook(.ofThread - begin, isComplete: !hasMore)
    }

    /// Moves everything from the write-ahead log to the database file and truncates the log to nothing.
    ///
    /// - Parameter limit: how long to wait for readers that still need the log.
    /// - Returns: whether the log is empty. Otherwise everything is still there, in both files.
    @discardableResult
    static func emptyLog(of database: GRDB.Database, waiting limit: Duration = maxBusyTime) -> Bool {
        // A closed database has none.
        guard let connection = database.sqliteConnection else { return true }
        sqlite3_busy_timeout(connection, Int32(clamping: limit.wholeMilliseconds))
        defer { sqlite3_busy_timeout(connection, Int32(clamping: maxBusyTime.wholeMilliseconds)) }
        return sqlite3_wal_checkpoint_v2(connection, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil) == SQLITE_OK
    }

    private var logBytes: Int64 { Self.size(of: "\(path)-wal") ?? 0 }

    // MARK: The end

    /// Closes all connections, the writer's last, so that the database file alone holds everything.
    func closeFile() async throws {
        reads.close()
        upkeep.close()
        pace.close()
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            DispatchQueue.global().async { [self] in
                // SQLite removes the log when the last connection closes, but not if that one can only read.
                readers.close()
                let isEmptied = writer.writeWithoutTransaction { database in
                    // Nothing else comes any more, deferred work neither.
                    memory.forgetStatements()
                    return Self.emptyLog(of: database)
                }
                if !isEmptied {
                    logger.warning(
                        "another process reads \(path): some of the data stays in \(path)-wal until the next stop"
                    )
                }
                continuation.resume(with: Result { try writer.close() })
            }
        }
    }
}

extension Duration {
    /// The processor time that the calling thread has taken.
    fileprivate static var ofThread: Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    fileprivate var wholeMilliseconds: Int {
        let (seconds, attoseconds) = components
        return Int(clamping: seconds &* 1000 &+ attoseconds / 1_000_000_000_000_000)
    }
}
