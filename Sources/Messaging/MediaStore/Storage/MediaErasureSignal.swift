public import Domain
public import Messaging
public import Storage

/// Makes the files of erased messages due for collection, and wakes the collector after the commit.
public final class MediaErasureSignal: MessageObserver {
    private let continuation: AsyncStream<Void>.Continuation
    let wakeUps: AsyncStream<Void>

    public init() { (wakeUps, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    public func messageWillBeErased(_ message: MessageID, in chat: ChatID, on connection: any SQLConnection) throws {
        for file in try ShownMedia.files(of: message, on: connection) {
            connection.markErasure()
            try connection.execute("UPDATE media SET ready_at = $1 WHERE id = $2", StoredMedia.erased, file)
        }
    }

    public func messageWasCreated() {}
    public func messageDidChange(_ message: Message) { if message.deletedAt != nil { notify() } }
    public func chatWasRemoved(_ chat: ChatID) { notify() }

    /// What kept files is gone, such as a conversation with the assistant.
    public func filesWereLetGo() { notify() }

    func notify() { continuation.yield() }
    func finish() { continuation.finish() }
}
