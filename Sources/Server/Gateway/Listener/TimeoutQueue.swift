import NIOCore
import NIOPosix

/// Timeouts of one length, on one event loop: they end in the order in which they began, so that a single timer of the loop
/// serves all of them. Nearly all are cancelled, which costs nothing here. In the loop's own queue, adding and removing one
/// among ten thousand takes a twentieth of a log-in.
final class TimeoutQueue {
    /// Confined to the event loop.
    final class Timeout {
        fileprivate let deadline: NIODeadline
        fileprivate var action: (() -> Void)?

        fileprivate init(_ deadline: NIODeadline, _ action: @escaping () -> Void) {
            (self.deadline, self.action) = (deadline, action)
        }

        func cancel() { action = nil }
    }

    /// The queues of the loop that a thread runs. `@unchecked Sendable`: reached through the thread's own variable only.
    private final class Queues: @unchecked Sendable {
        let loop: any EventLoop
        var byLength: [TimeAmount: TimeoutQueue] = [:]
        init(_ loop: any EventLoop) { self.loop = loop }
    }

    private static let ofThread = ThreadSpecificVariable<Queues>()

    /// Calls `action` after `length` unless it is cancelled. Call this on the loop.
    static func schedule(
        after length: TimeAmount,
        on loop: any EventLoop,
        _ action: @escaping () -> Void
    ) -> Timeout {
        let queues: Queues
        if let known = ofThread.currentValue, known.loop === loop {
            queues = known
        } else {
            queues = Queues(loop)
            ofThread.currentValue = queues
        }
        let queue: TimeoutQueue
        if let known = queues.byLength[length] {
            queue = known
        } else {
            queue = TimeoutQueue(loop)
            queues.byLength[length] = queue
        }
        return queue.add(Timeout(loop.now + length, action))
    }

    private let loop: any EventLoop
    private var timeouts = CircularBuffer<Timeout>()
    private var isTimerSet = false

    private init(_ loop: any EventLoop) { self.loop = loop }

    private func add(_ timeout: Timeout) -> Timeout {
        timeouts.append(timeout)
        if !isTimerSet { setTimer(timeout.deadline) }
        return timeout
    }

    private func setTimer(_ deadline: NIODeadline) {
        isTimerSet = true
        loop.assumeIsolated().scheduleTask(deadline: deadline) { self.timerFired() }
    }

    private func timerFired() {
        isTimerSet = false
        let now = loop.now
        while let first = timeouts.first, first.action == nil || first.deadline <= now {
            timeouts.removeFirst()
            first.action?()
            first.action = nil
        }
        // An action may have added a timeout, and with it a timer.
        if !isTimerSet, let next = timeouts.first { setTimer(next.deadline) }
    }
}

@available(*, unavailable)
extension TimeoutQueue: Sendable {}

@available(*, unavailable)
extension TimeoutQueue.Timeout: Sendable {}
