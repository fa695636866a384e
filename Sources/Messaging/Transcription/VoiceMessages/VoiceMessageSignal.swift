public import Domain
public import Messaging
public import Storage
import Synchronization

/// Wakes what transcribes voice messages, and takes deleted ones out of its queue in the transaction that deletes them.
public final class VoiceMessageSignal: MessageObserver {
    private let isPending = Atomic(false)
    private let continuation: AsyncStream<Void>.Continuation
    let wakeUps: AsyncStream<Void>

    public init() { (wakeUps, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    public func messageWillBeErased(_ message: MessageID, in chat: ChatID, on connection: any SQLConnection) throws {
        try TranscriptionQueue.remove(message, on: connection)
    }

    public func messageWasCreated() {
        guard !isPending.exchange(true, ordering: .acquiringAndReleasing) else { return }
        continuation.yield()
    }

    /// From here on, further messages wake again.
    func beginRound() { isPending.store(false, ordering: .sequentiallyConsistent) }
    func finish() { continuation.finish() }
}
