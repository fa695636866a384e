/// Work that follows the commits at its own pace: the writer does it in small steps, each in a transaction of its own,
/// while nothing waits, and in a bounded share while something does.
///
/// A step must be safe to repeat: it isn't synced by itself, so a crash may undo it.
public protocol DeferredWork: Sendable {
    /// Does the next step, of about `limit` items.
    ///
    /// - Returns: whether there may be more.
    func advance(by limit: Int, on connection: any SQLConnection) throws -> Bool

    /// Does the next step of removing from the file what erased rows left in this work's tables. Called while nothing
    /// waits, soon after a transaction that called `SQLConnection.markErasure()`, and after the start.
    ///
    /// - Returns: whether there may be more.
    func removeTraces(on connection: any SQLConnection) throws -> Bool
}

extension DeferredWork {
    public func removeTraces(on connection: any SQLConnection) -> Bool { false }
}
