import Domain
import NIOCore
import NIOPosix

/// Sets up the plain HTTP connections of one event loop at a bounded rate, with addresses in turns.
///
/// The pipeline and the task of one take as long as tens of deliveries to sockets. Of several hundred that come at once, all
/// would be set up before the loop looks at anything else, and their requests would fill the pool that answers everybody's.
final class HTTPSetupQueue {
    /// A browser's connections come at once. Later ones take about a sixth of the loop's time.
    static let rate = Rate(1000, burst: 8)

    /// That of the loop that a thread runs. `@unchecked Sendable`: reached through the thread's own variable only.
    private final class OfThread: @unchecked Sendable {
        let queue: HTTPSetupQueue
        init(_ queue: HTTPSetupQueue) { self.queue = queue }
    }

    private static let ofThread = ThreadSpecificVariable<OfThread>()

    private let loop: any EventLoop
    private var bucket = TokenBucket()
    private var waiting = FairQueue<ClientAddress.Network, NIOLoopBound<() -> Bool>>()
    private var isTimerSet = false

    private init(_ loop: any EventLoop) { self.loop = loop }

    /// The queue of an event loop. Call this on the loop.
    static func of(_ loop: any EventLoop) -> HTTPSetupQueue {
        if let known = ofThread.currentValue?.queue, known.loop === loop { return known }
        let made = HTTPSetupQueue(loop)
        ofThread.currentValue = OfThread(made)
        return made
    }

    /// The connections that wait.
    var count: Int { waiting.count }

    /// Whether a connection may be set up now, which is counted.
    func mayBegin() -> Bool { waiting.count == 0 && take() }

    /// Calls `setUp` when it's the turn of a connection from `network`. It returns whether the connection was still there:
    /// one that has ended takes nobody's turn.
    func wait(_ network: ClientAddress.Network, _ setUp: @escaping () -> Bool) {
        waiting.add(NIOLoopBound(setUp, eventLoop: loop), of: network)
        setTimer()
    }

    private func take() -> Bool {
        bucket.take(of: Self.rate, at: Int64(clamping: loop.now.uptimeNanoseconds)).isAllowed
    }

    /// A task of the loop's next turn wouldn't do: the loop looks at its sockets when no task is left.
    private func setTimer() {
        guard !isTimerSet else { return }
        isTimerSet = true
        loop.assumeIsolated().scheduleTask(in: .milliseconds(1)) { self.timerFired() }
    }

    private func timerFired() {
        isTimerSet = false
        var mayBegin = false
        while waiting.count > 0, mayBegin || take(), let next = waiting.next() { mayBegin = !next.job.value() }
        if waiting.count > 0 { setTimer() }
    }
}

@available(*, unavailable)
extension HTTPSetupQueue: Sendable {}
