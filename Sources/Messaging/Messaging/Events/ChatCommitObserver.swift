import Storage

/// Handles the writer's groups for Messaging. It stores chat positions before each commit, empties caches after a
/// rollback, and sends the enqueued frames when the group is complete.
struct ChatCommitObserver: GroupCommitObserver {
    let chats: ChatStateCache
    let publisher: any ChatEventPublisher

    func groupWillBegin() { publisher.groupWillBegin() }
    func groupWillCommit(on connection: any SQLConnection) throws { try chats.writePositions(on: connection) }
    func groupDidRollBack() { chats.didRollBack() }
    func groupDidComplete() { publisher.groupDidComplete() }
}
