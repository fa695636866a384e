import Domain
import GRDB
import Synchronization

/// Damaged files. Nobody waits at the start for one to be found: a chat is read from a few pages, the whole file takes
/// 70 ms for 60 MB, more on a slow disk.
extension ClientCache {
    /// Reads the whole file, beside other readers and writers, and replaces it if it is damaged.
    /// - Returns: whether it was replaced.
    /// - Throws: an error if no new file can be made.
    func replaceIfDamaged() async throws -> Bool {
        let suspect = opened.withLock { $0 }
        guard try await Self.isDamaged(path) else { return false }
        try replace(suspect)
        return true
    }

    /// Runs `body` once more, on a new file, if it meets damage.
    func mending<Value>(_ body: (DatabaseQueue) throws -> Value) throws -> Value {
        let queue = opened.withLock { $0 }
        do {
            return try body(queue)
        } catch let error as DatabaseError where error.meansDamage {
            try replace(queue)
            return try body(opened.withLock { $0 })
        }
    }

    private func replace(_ damaged: DatabaseQueue) throws {
        try opened.withLock { queue in
            // Whoever met it first has replaced it.
            guard queue === damaged else { return }
            try? damaged.close()
            queue = try Self.intact(path) ?? Self.replace(path, me)
        }
    }

    /// What another process has put in the place of the damaged file.
    private static func intact(_ path: String) -> DatabaseQueue? {
        guard let queue = try? open(path), (try? queue.read(isIntact)) == true else { return nil }
        return queue
    }

    @Sendable private static func isIntact(_ database: Database) throws -> Bool {
        try String.fetchOne(database, sql: "PRAGMA quick_check(1)") == "ok"
    }

    /// Makes a new file with what wasn't sent.
    static func replace(_ path: String, _ me: UserID) throws -> DatabaseQueue {
        let saved = (salvageOutbox(path), salvageChanges(path))
        try discard(path)
        try makePrivate(path)
        let queue = try open(path)
        try write(queue, me) { transaction in
            try transaction.restore(saved.0)
            try transaction.restore(saved.1)
        }
        return queue
    }

    /// On the connection's own thread.
    private static func isDamaged(_ path: String) async throws -> Bool {
        var configuration = Configuration()
        configuration.readonly = true
        do {
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            return try await !queue.read(isIntact)
        } catch let error as DatabaseError where error.meansDamage {
            return true
        } catch is DatabaseError {
            // It can't be read now, which says nothing about what is in it.
            return false
        }
    }

    private static func salvageOutbox(_ path: String) -> [OutboxEntry] {
        texts(path, "SELECT entry FROM outbox ORDER BY number")
            .compactMap { try? CacheTransaction.decode(OutboxEntry.self, $0) }
    }

    private static func salvageChanges(_ path: String) -> [QueuedChange] {
        texts(path, "SELECT change FROM pending_changes WHERE state = 'queued' ORDER BY number")
            .compactMap { try? CacheTransaction.decode(QueuedChange.self, $0) }
    }

    private static func texts(_ path: String, _ sql: String) -> [String] {
        guard let queue = try? DatabaseQueue(path: path) else { return [] }
        defer { try? queue.close() }
        return (try? queue.read { try String.fetchAll($0, sql: sql) }) ?? []
    }
}

extension DatabaseError {
    fileprivate var meansDamage: Bool { resultCode == .SQLITE_CORRUPT || resultCode == .SQLITE_NOTADB }
}
