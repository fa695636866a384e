import Synchronization

/// How busy the writer is, judged by how many writes share a commit: they are few while it keeps up, and many while
/// writes arrive faster than commits end.
package final class WriterLoad: Sendable {
    private struct State: Sendable {
        /// The writes of a group, averaged over about the last eight groups.
        var average = 0.0
        var lastGroup: ContinuousClock.Instant?
    }

    /// With a few thousand writes a second, spread evenly, groups are smaller than this.
    static let busyGroup = 8.0
    /// After as long without a group the writer is idle.
    static let memory = Duration.milliseconds(50)

    private let state = Mutex(State())

    package init() {}

    /// Call this after each group, with the number of its writes.
    package func note(group count: Int, at now: ContinuousClock.Instant = .now) {
        state.withLock { state in
            if !isRecent(state, at: now) { state.average = 0 }
            state.average += (Double(count) - state.average) / 8
            state.lastGroup = now
        }
    }

    package func isBusy(at now: ContinuousClock.Instant = .now) -> Bool {
        state.withLock { isRecent($0, at: now) && $0.average >= Self.busyGroup }
    }

    private func isRecent(_ state: State, at now: ContinuousClock.Instant) -> Bool {
        state.lastGroup.map { $0.duration(to: now) < Self.memory } ?? false
    }
}
