import Synchronization

/// How much deferred work the writer does after a group.
///
/// While the writer keeps up, it does everything at once. While it is busy, it does a share in turns that are some
/// milliseconds apart: a turn's transaction costs as much as many items.
package final class DeferredWorkPace: Sendable {
    package enum Turn: Equatable, Sendable {
        /// Nothing yet: a turn is due after this time.
        case later(Duration)
        /// About this many items.
        case share(Int)
        /// As long as no write waits.
        case everything
    }

    private struct State: Sendable {
        var lastTurn: ContinuousClock.Instant?
        /// Writes since the last turn.
        var written = 0
        var isScheduled = false
        var isClosed = false
    }

    /// Between two turns of a busy writer.
    package static let interval = Duration.milliseconds(10)
    /// Items of a turn, at least: 3 200 a second.
    static let minShare = 32

    private let state = Mutex(State())

    package init() {}

    /// - Parameter group: the writes that were committed just now.
    package func turn(after group: Int, isBusy: Bool, at now: ContinuousClock.Instant = .now) -> Turn {
        state.withLock { state in
            state.written += group
            if isBusy, let last = state.lastTurn {
                let rest = Self.interval - last.duration(to: now)
                guard rest <= .zero else { return .later(rest) }
            }
            defer { (state.written, state.lastTurn) = (0, now) }
            return isBusy ? .share(max(Self.minShare, state.written / 16)) : .everything
        }
    }

    // MARK: A turn without a group

    /// Whether to schedule a turn, because none is scheduled.
    package func schedule() -> Bool {
        state.withLock { state in
            guard !state.isScheduled, !state.isClosed else { return false }
            state.isScheduled = true
            return true
        }
    }

    /// Runs `body`, which hands the scheduled turn to the writer, unless the database is closing.
    package func begin(_ body: () -> Void) {
        state.withLock { state in
            state.isScheduled = false
            if !state.isClosed { body() }
        }
    }

    /// No turn is handed over after this returned.
    package func close() { state.withLock { $0.isClosed = true } }
}
