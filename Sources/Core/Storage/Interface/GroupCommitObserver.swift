/// Follows the groups in which the writer commits. A database has one observer, given to `Database.setObserver`.
///
/// Calls for one group come in the order `groupWillBegin`, `transactionDidBegin`, `groupWillCommit`, `groupDidComplete`.
/// The last one may come while the next group is being written.
public protocol GroupCommitObserver: Sendable {
    /// Called on the writer's thread before the group's transaction begins.
    func groupWillBegin()

    /// Called on the writer's thread at the beginning of each transaction, once no other server is in one, on an engine
    /// that several servers may share. An error fails the transaction.
    ///
    /// - Parameters:
    ///   - jobs: those of the group, which run next; none of other transactions.
    ///   - othersWrites: what isn't in memory yet, or not any more as it is.
    func transactionDidBegin(
        with jobs: [any WriteJob],
        after othersWrites: OthersWrites,
        on connection: any SQLConnection
    ) throws

    /// Writes what the group's jobs left to be written once for all of them. Called on the writer's thread inside the
    /// transaction, after the jobs; after each of them if the group is repeated with savepoints. An error fails the
    /// group.
    func groupWillCommit(on connection: any SQLConnection) throws

    /// Forgets everything in memory that follows from writes. Called on the writer's thread when a write was undone.
    func groupDidRollBack()

    /// Called after the group's completions, in their order: the moment to flush what they enqueued.
    func groupDidComplete()
}

extension GroupCommitObserver {
    public func transactionDidBegin(
        with jobs: [any WriteJob],
        after othersWrites: OthersWrites,
        on connection: any SQLConnection
    ) {}
}
