import Domain
import Storage

/// A write whose chat is known before it runs.
protocol ChatWriteJob: WriteJob {
    var chat: ChatID { get }
}

/// Handles the writer's groups for Messaging. It stores chat positions before each commit, empties caches after a
/// rollback, reads what other servers have written, and sends the enqueued frames when the group is complete.
struct ChatCommitObserver: GroupCommitObserver {
    let chats: ChatStateCache
    let sentMessages: SentMessageIndex
    let publisher: any ChatEventPublisher

    func groupWillBegin() { publisher.groupWillBegin() }

    func transactionDidBegin(
        with jobs: [any WriteJob],
        after othersWrites: OthersWrites,
        on connection: any SQLConnection
    ) throws {
        try sentMessages.transactionDidBegin(after: othersWrites, on: connection)
        let ids = Set(jobs.lazy.compactMap { ($0 as? any ChatWriteJob)?.chat })
        try chats.transactionDidBegin(on: Array(ids), after: othersWrites, on: connection)
    }

    func groupWillCommit(on connection: any SQLConnection) throws {
        try chats.writePositions(on: connection)
        chats.announceChanges(on: connection)
    }

    func groupDidRollBack() {
        chats.didRollBack()
        sentMessages.didRollBack()
    }

    func groupDidComplete() { publisher.groupDidComplete() }
}
