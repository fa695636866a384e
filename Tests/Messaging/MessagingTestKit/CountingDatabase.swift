import Domain
package import Storage
import Synchronization

/// Counts the transactions and queries that reach a database.
package final class CountingDatabase: Database {
    package struct Count: Sendable, Equatable {
        package var jobs = 0
        package var queries = 0

        package init(jobs: Int = 0, queries: Int = 0) {
            self.jobs = jobs
            self.queries = queries
        }
    }

    private let base: any Database
    private let count = Mutex(Count())

    package init(_ base: any Database) { self.base = base }

    /// The count since the last time.
    package func take() -> Count {
        count.withLock { count in
            defer { count = Count() }
            return count
        }
    }

    package func enqueueRead<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value,
        completion: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) {
        count.withLock { $0.jobs += 1 }
        base.enqueueRead({ try body(self.counting($0)) }, completion: completion)
    }

    package func enqueue(_ job: any WriteJob) {
        count.withLock { $0.jobs += 1 }
        base.enqueue(CountingJob(base: job, counting: counting))
    }

    package func add(_ work: any DeferredWork) { base.add(work) }
    package func setObserver(_ observer: any GroupCommitObserver) { base.setObserver(observer) }
    package func close() async throws { try await base.close() }

    @Sendable private func counting(_ connection: any SQLConnection) -> CountingConnection {
        CountingConnection(base: connection) { self.count.withLock { $0.queries += 1 } }
    }
}

/// A job that counts its queries.
final class CountingJob: WriteJob {
    private let base: any WriteJob
    private let counting: @Sendable (any SQLConnection) -> CountingConnection

    init(base: any WriteJob, counting: @escaping @Sendable (any SQLConnection) -> CountingConnection) {
        self.base = base
        self.counting = counting
    }

    func run(on connection: any SQLConnection) throws { try base.run(on: counting(connection)) }
    func finish(_ error: (any Error)?) { base.finish(error) }
    var owner: UserID? { base.owner }
    var bytes: Int { base.bytes }
}

struct CountingConnection: SQLConnection {
    let base: any SQLConnection
    let onQuery: () -> Void

    func execute(_ sql: String, _ arguments: [any SQLBindable]) throws -> Int { try base.execute(sql, arguments) }

    func executeLater(_ sql: String, _ arguments: [any SQLBindable]) throws { try base.executeLater(sql, arguments) }

    func hasTable(_ name: String) throws -> Bool { try base.hasTable(name) }

    var fullText: any FullTextEngine { base.fullText }

    func markErasure() { base.markErasure() }

    func forEach(_ sql: String, _ arguments: [any SQLBindable], _ body: (any SQLRow) throws -> Bool) throws {
        onQuery()
        try base.forEach(sql, arguments, body)
    }
}
