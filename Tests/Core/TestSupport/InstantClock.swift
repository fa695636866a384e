import Synchronization

/// A clock for sleeping that doesn't sleep: its time passes at once.
public final class InstantClock: Clock {
    public struct Instant: InstantProtocol {
        /// Since the clock was made.
        public var offset = Duration.zero

        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        public func duration(to other: Instant) -> Duration { other.offset - offset }
        public static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
    }

    private let state = Mutex((now: Instant(), sleeps: 0))

    public init() {}

    public var now: Instant { state.withLock { $0.now } }
    public var minimumResolution: Duration { .zero }
    /// How often somebody slept.
    public var sleeps: Int { state.withLock { $0.sleeps } }

    public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try Task.checkCancellation()
        state.withLock { $0 = (max($0.now, deadline), $0.sleeps + 1) }
    }
}
