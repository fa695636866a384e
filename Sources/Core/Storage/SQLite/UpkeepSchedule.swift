import Dispatch
import Synchronization

/// When the writer looks after its files: empties the write-ahead log and removes the traces of erased rows.
public struct UpkeepSettings: Sendable {
    /// How long nothing must have been written before the log is moved into the database and the page cache is freed.
    public var idleDelay = Duration.seconds(5)
    /// The time from an erasure, or from a failed attempt to empty the log after one, to the next attempt.
    public var erasureDelay = Duration.seconds(1)
    /// A log that is smaller stays until there is more, or the end.
    public var minLogBytes: Int64 = 1 << 20
    /// A page cache that is smaller is kept while the writer is idle.
    var minCacheBytes = 8 << 20
    /// How long the writer waits for readers of the log, while writes wait for it.
    var maxReaderWait = Duration.milliseconds(100)
    /// Removing traces rewrites an index: at most this share of a processor goes into it. Time in which others had the
    /// processor doesn't count, or what was erased would stay the longer the busier the machine is.
    var minRemovalPause = Duration.seconds(10)
    var removalPauseFactor = 20

    public init() {}
}

/// Remembers that something was erased, until it's gone from the files. Set and cleared on the writer's thread.
final class ErasureMark: Sendable {
    private let log = Atomic<Bool>(false)
    private let traces = Atomic<Bool>(false)

    func set() { (isInLog, leavesTraces) = (true, true) }

    /// Whether the log may hold it.
    var isInLog: Bool {
        get { log.load(ordering: .relaxed) }
        set { log.store(newValue, ordering: .relaxed) }
    }

    /// Whether deferred work may have something to remove.
    var leavesTraces: Bool {
        get { traces.load(ordering: .relaxed) }
        set { traces.store(newValue, ordering: .relaxed) }
    }
}

/// The next time of upkeep: at most one is scheduled, and none once the database is closing.
final class UpkeepSchedule: Sendable {
    private struct State: Sendable {
        var lastWrite = ContinuousClock.now
        /// When the scheduled upkeep runs; an earlier one replaces it.
        var next: ContinuousClock.Instant?
        var isClosed = false
        var removalMayBegin = ContinuousClock.now
        /// The processor time that this round of removal took so far.
        var removalTime = Duration.zero
    }

    let settings: UpkeepSettings
    private let state = Mutex(State())

    init(_ settings: UpkeepSettings) { self.settings = settings }

    func noteWrite() { state.withLock { $0.lastWrite = .now } }

    var isIdle: Bool { state.withLock { $0.lastWrite.advanced(by: settings.idleDelay) <= .now } }

    /// - Returns: whether to call `perform` after `delay`; not if one comes as early.
    func schedule(after delay: Duration) -> ContinuousClock.Instant? {
        state.withLock { state in
            let time = ContinuousClock.now.advanced(by: delay)
            guard !state.isClosed, state.next.map({ time < $0 }) ?? true else { return nil }
            state.next = time
            return time
        }
    }

    /// Runs `body`, which hands the upkeep to the writer, unless the database is closing or another upkeep replaced the
    /// one of `time`. No upkeep is handed over after `close` returned.
    func begin(_ time: ContinuousClock.Instant, _ body: () -> Void) {
        state.withLock { state in
            guard !state.isClosed, state.next == time else { return }
            state.next = nil
            body()
        }
    }

    func close() { state.withLock { $0.isClosed = true } }

    // MARK: The share of time for removing traces

    var removalDelay: Duration { state.withLock { max(.zero, ContinuousClock.now.duration(to: $0.removalMayBegin)) } }

    func removalTook(_ time: Duration, isComplete: Bool) {
        state.withLock { state in
            state.removalTime += time
            guard isComplete else { return }
            let pause = max(settings.minRemovalPause, state.removalTime * settings.removalPauseFactor)
            state.removalMayBegin = ContinuousClock.now.advanced(by: pause)
            state.removalTime = .zero
        }
    }
}
