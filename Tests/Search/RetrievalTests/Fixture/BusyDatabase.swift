import Storage

/// A database whose writer never says that it has time.
struct BusyDatabase: Database {
    let base: any Database
    var isBusy: Bool { true }

    func enqueueRead<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value,
        completion: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) {
        base.enqueueRead(body, completion: completion)
    }

    func enqueue(_ job: any WriteJob) { base.enqueue(job) }
    func add(_ work: any DeferredWork) { base.add(work) }
    func setObserver(_ observer: any GroupCommitObserver) { base.setObserver(observer) }
    func close() async throws { try await base.close() }
}
