public import Domain
import Synchronization

/// A write that waits for its group. One object per write: closures and boxes would cost more than storing a message.
public protocol WriteJob: AnyObject, Sendable {
    /// Runs in the group's transaction, on the writer's thread. An error undoes this job alone.
    ///
    /// It may run more than once before its group commits; only the last run counts. It must have no effect beside its
    /// connection that `GroupCommitObserver.groupDidRollBack` doesn't undo.
    func run(on connection: any SQLConnection) throws

    /// Called once: with `nil` after the commit, or with the error. Calls come one at a time, in the order of commits,
    /// and must not block.
    func finish(_ error: (any Error)?)

    /// On whose behalf it runs: one user has a share of each group. `nil` for the server's own.
    var owner: UserID? { get }

    /// About how many bytes of text it stores, if these are many.
    var bytes: Int { get }
}

extension WriteJob {
    public var owner: UserID? { nil }
    public var bytes: Int { 0 }
}

/// A write made of two closures.
final class ClosureWriteJob<Value: Sendable>: WriteJob {
    let owner: UserID?
    let bytes: Int
    private let body: @Sendable (any SQLConnection) throws -> Value
    private let completion: @Sendable (Result<Value, any Error>) -> Void
    private let value = Mutex<Value?>(nil)

    /// - Parameter owner: `nil` for that of the current task.
    init(
        of owner: UserID? = nil,
        bytes: Int = 0,
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value,
        completion: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) {
        self.owner = owner ?? WorkOwner.current
        self.bytes = bytes
        self.body = body
        self.completion = completion
    }

    func run(on connection: any SQLConnection) throws {
        let value = try body(connection)
        self.value.withLock { $0 = value }
    }

    func finish(_ error: (any Error)?) {
        if let error { return completion(.failure(error)) }
        if let value = value.withLock({ $0.take() }) { completion(.success(value)) }
    }
}
