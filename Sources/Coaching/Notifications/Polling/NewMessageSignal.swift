public import Messaging
import Synchronization

/// Wakes the notifier after new messages. The send path only reads one flag if there are no subscriptions, and
/// otherwise sets a second one.
public final class NewMessageSignal: MessageObserver {
    private let isEnabled = Atomic(false)
    private let isPending = Atomic(false)
    private let isWatermarkStale = Atomic(false)
    private let continuation: AsyncStream<Void>.Continuation
    let wakeUps: AsyncStream<Void>

    public init() { (wakeUps, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    public func messageWasCreated() {
        guard isEnabled.load(ordering: .relaxed) else { return }
        notify()
    }

    /// Wakes the notifier after new notices, too.
    public func noticeWasCreated() { messageWasCreated() }

    // MARK: Used by the notifier

    func notify() {
        guard !isPending.exchange(true, ordering: .acquiringAndReleasing) else { return }
        continuation.yield()
    }

    /// Lets the next message wake the notifier again.
    func rearm() { isPending.store(false, ordering: .sequentiallyConsistent) }

    func finish() { continuation.finish() }

    /// There are subscriptions.
    /// - Parameter afterPause: there were none before, so the notifier must read the watermark again.
    func enable(afterPause: Bool) {
        if afterPause { isWatermarkStale.store(true, ordering: .sequentiallyConsistent) }
        isEnabled.store(true, ordering: .sequentiallyConsistent)
    }

    func disable() { isEnabled.store(false, ordering: .sequentiallyConsistent) }

    /// Whether the watermark must be read again.
    func consumeStaleFlag() -> Bool { isWatermarkStale.exchange(false, ordering: .sequentiallyConsistent) }
}
