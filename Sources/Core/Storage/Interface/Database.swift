public import Domain

/// The engine behind the application: a pool of readers, and a writer that commits in groups.
///
/// A write's result arrives only after its commit is on disk, whole or not at all: a job that throws leaves nothing
/// behind and doesn't disturb the others of its group. Jobs run one after another, those of one owner (`WriteJob.owner`)
/// in the order in which they were queued; completions come in the order in which jobs ran.
public protocol Database: Sendable {
    /// Runs `body` on a consistent snapshot that holds everything that was committed before this call. `completion` is
    /// called on a reader's thread, and must not block.
    func enqueueRead<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value,
        completion: @escaping @Sendable (Result<Value, any Error>) -> Void
    )

    /// Whether other servers may write to the same rows. Jobs of all of them still run one after another, and numbers that
    /// jobs give are committed in their order. What a server remembers of rows outside a job may be outdated.
    var isShared: Bool { get }

    /// Queues a write.
    func enqueue(_ job: any WriteJob)

    /// Queues a write for when no other waits; while others do, for a moment later. It commits alone, and isn't synced
    /// by itself: a power failure may undo it, whole, until a later write is on disk. For what can be done again, in
    /// pieces of at most a millisecond.
    func enqueueDeferrable(_ job: any WriteJob)

    /// Whether writes arrive faster than they are committed one by one. Work that nobody waits for should pause then,
    /// for a bounded time.
    var isBusy: Bool { get }

    /// Sets the one observer of this database's groups. Call this once, before the first write.
    func setObserver(_ observer: any GroupCommitObserver)

    /// Adds work that follows the commits. Call this before the first write.
    func add(_ work: any DeferredWork)

    /// Waits until everything queued is on disk, and closes. Later calls fail.
    func close() async throws
}

extension Database {
    /// Queues `body` for the writer. `completion` is called once, after the commit or failure; see `WriteJob`.
    /// - Parameters:
    ///   - owner: on whose behalf it runs; `nil` for the current task's `WorkOwner`.
    ///   - bytes: about how many bytes of text it stores, if these are many.
    public func enqueue<Value: Sendable>(
        of owner: UserID? = nil,
        bytes: Int = 0,
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value,
        completion: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) {
        enqueue(ClosureWriteJob(of: owner, bytes: bytes, body, completion: completion))
    }

    /// Queues `body` for when no other write waits; see `enqueueDeferrable(_:)`.
    public func enqueueDeferrable<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value,
        completion: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) {
        enqueueDeferrable(ClosureWriteJob(body, completion: completion))
    }

    public func enqueueDeferrable(_ job: any WriteJob) { enqueue(job) }

    public var isBusy: Bool { false }

    public var isShared: Bool { false }

    /// Queues `body` for when no other write waits, as `enqueueDeferrable`, and waits for its commit.
    public func writeDeferrable<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            enqueueDeferrable(body) { continuation.resume(with: $0) }
        }
    }

    /// Runs `body` on a consistent snapshot.
    public func read<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            enqueueRead(body) { continuation.resume(with: $0) }
        }
    }

    /// Queues `body` for the writer and waits for its commit.
    public func write<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            enqueue(body) { continuation.resume(with: $0) }
        }
    }
}
