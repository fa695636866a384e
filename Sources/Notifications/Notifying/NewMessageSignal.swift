public import Messaging
import Synchronization

/// Wakes the notifier after new messages. To the send path it costs reading one flag, and setting one while nobody
/// subscribes to anything or the notifier has been woken already.
public final class NewMessageSignal: MessageObserver {
    private let isWanted = Atomic(false)
    private let isGiven = Atomic(false)
    private let isStale = Atomic(false)
    private let wake: AsyncStream<Void>.Continuation
    let wakes: AsyncStream<Void>

    public init() { (wakes, wake) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    public func messageWasCreated() {
        guard isWanted.load(ordering: .relaxed) else { return }
        give()
    }

    // MARK: For the notifier

    func give() {
        guard !isGiven.exchange(true, ordering: .acquiringAndReleasing) else { return }
        wake.yield()
    }

    /// From now on another message wakes again.
    func rearm() { isGiven.store(false, ordering: .sequentiallyConsistent) }

    func finish() { wake.finish() }

    /// Somebody subscribes.
    /// - Parameter afterPause: nobody did before, so that the notifier doesn't know where it is.
    func want(afterPause: Bool) {
        if afterPause { isStale.store(true, ordering: .sequentiallyConsistent) }
        isWanted.store(true, ordering: .sequentiallyConsistent)
    }

    func pause() { isWanted.store(false, ordering: .sequentiallyConsistent) }

    /// Whether the watermark must be read again.
    func takeStale() -> Bool { isStale.exchange(false, ordering: .sequentiallyConsistent) }
}
