package import Storage

/// A database that other servers use as well, in a test that plays several of them.
package struct SharedDatabase: Database {
    private let base: any Database

    package init(_ base: any Database) { self.base = base }

    package var isShared: Bool { true }

    package func enqueueRead<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value,
        completion: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) { base.enqueueRead(body, completion: completion) }

    package func enqueue(_ job: any WriteJob) { base.enqueue(job) }
    package func enqueueDeferrable(_ job: any WriteJob) { base.enqueueDeferrable(job) }
    package var isBusy: Bool { base.isBusy }
    package func setObserver(_ observer: any GroupCommitObserver) { base.setObserver(observer) }
    package func add(_ work: any DeferredWork) { base.add(work) }
    package func close() async throws { try await base.close() }
}
