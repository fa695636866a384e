import Domain
public import Storage

/// The database of a node: what a task writes under a lease's term fails with `LeaseLost` when the term is over.
///
/// Whoever writes need not know of leases. Writes of other tasks, such as requests, pass as they are.
public struct FencingDatabase: Database {
    private let base: any Database

    public init(_ base: any Database) { self.base = base }

    public func enqueueRead<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value,
        completion: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) { base.enqueueRead(body, completion: completion) }

    public func enqueue(_ job: any WriteJob) { base.enqueue(fenced(job)) }
    public func enqueueDeferrable(_ job: any WriteJob) { base.enqueueDeferrable(fenced(job)) }
    public var isBusy: Bool { base.isBusy }
    public var isShared: Bool { base.isShared }
    public func setObserver(_ observer: any GroupCommitObserver) { base.setObserver(observer) }
    public func add(_ work: any DeferredWork) { base.add(work) }
    public func close() async throws { try await base.close() }

    private func fenced(_ job: any WriteJob) -> any WriteJob {
        LeaseTerm.current.map { FencedJob(job, $0) } ?? job
    }
}

private final class FencedJob: WriteJob {
    private let job: any WriteJob
    private let term: LeaseTerm

    init(_ job: any WriteJob, _ term: LeaseTerm) { (self.job, self.term) = (job, term) }

    func run(on connection: any SQLConnection) throws {
        try term.confirm(on: connection)
        try job.run(on: connection)
    }

    func finish(_ error: (any Error)?) { job.finish(error) }
    var owner: UserID? { job.owner }
    var bytes: Int { job.bytes }
}
