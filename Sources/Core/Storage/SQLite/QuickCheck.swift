import Foundation
import GRDB
import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// Checks a database file on a connection of its own, which only reads.
final class QuickCheck: Sendable {
    private let path: String
    private let rest: Double
    private let progress: @Sendable (_ done: Int, _ all: Int) -> Void
    private let isCancelled = Atomic(false)
    private let file = Mutex<DatabaseQueue?>(nil)
    private let wakeUp = DispatchSemaphore(value: 0)

    init(path: String, rest: Double, progress: @escaping @Sendable (_ done: Int, _ all: Int) -> Void) {
        self.path = path
        self.rest = rest
        self.progress = progress
    }

    func run() async throws -> [String] {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                #if os(Linux)
                    // The priority is the thread's own.
                    setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 19)
                #endif
                continuation.resume(with: Result { try self.faults() })
            }
        }
    }

    /// Ends the check within moments, also in the middle of a table.
    func cancel() {
        isCancelled.store(true, ordering: .sequentiallyConsistent)
        file.withLock { $0 }?.interrupt()
        wakeUp.signal()
    }

    private func faults() throws -> [String] {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(5)
        let opened: DatabaseQueue
        let tables: [String]
        do {
            opened = try DatabaseQueue(path: path, configuration: configuration)
            tables = try opened.read(Self.tables)
        } catch let error as DatabaseError where StorageHealth.isDamage(error) {
            return [StorageHealth.describe(error)]
        }
        defer { try? opened.close() }
        file.withLock { $0 = opened }
        defer { file.withLock { $0 = nil } }
        var faults: [String] = []
        for (done, table) in tables.enumerated() {
            progress(done, tables.count)
            let begin = ContinuousClock.now
            faults += try check(table, of: opened)
            let seconds = min((ContinuousClock.now - begin) / .seconds(1) * rest, 30)
            if seconds > 0 { _ = wakeUp.wait(timeout: .now() + seconds) }
        }
        return faults
    }

    private func check(_ table: String, of file: DatabaseQueue) throws -> [String] {
        guard !isCancelled.load(ordering: .sequentiallyConsistent) else { throw CancellationError() }
        do {
            return try file.read { try Self.faults(of: table, on: $0) }
        } catch let error as DatabaseError where StorageHealth.isDamage(error) {
            return ["\(table): \(StorageHealth.describe(error))"]
        } catch let error as DatabaseError where error.resultCode == .SQLITE_INTERRUPT {
            throw CancellationError()
        }
    }

    private static func tables(of database: GRDB.Database) throws -> [String] {
        try String.fetchAll(
            database,
            sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0 ORDER BY name"
        )
    }

    private static func faults(of table: String, on database: GRDB.Database) throws -> [String] {
        try String.fetchAll(database, sql: "SELECT quick_check FROM pragma_quick_check(?)", arguments: [table])
            .filter { $0 != "ok" }
            .map { "\(table): \($0.split(whereSeparator: \.isNewline).joined(separator: "; "))" }
    }
}
