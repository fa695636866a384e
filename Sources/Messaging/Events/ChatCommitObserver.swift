import Storage

/// Follows the writer's groups for Messaging: chat positions are written before each commit, caches are emptied after a
/// rollback, and what was enqueued for clients is sent when the group is complete.
struct ChatCommitObserver: GroupCommitObserver {
    let chats: ChatStateCache
    let publisher: any ChatEventPublisher

    func groupWillBegin() { publisher.groupWillBegin() }
    func groupWillCommit(on connection: any SQLConnection) throws { try chats.writePositions(on: connection) }
    func groupDidRollBack() { chats.didRollBack() }
    func groupDidComplete() { publisher.groupDidComplete() }
}
