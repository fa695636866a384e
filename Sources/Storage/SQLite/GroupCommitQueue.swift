import Synchronization

/// One write that waits for its turn.
struct WriteJob: Sendable {
    /// Runs inside the group's transaction; throws to undo itself alone.
    let run: @Sendable (any SQLConnection) throws -> Void
    /// Called after the commit with `nil`, or with what went wrong.
    let finish: @Sendable ((any Error)?) -> Void
}

/// Collects writes while the writer is busy, so that it takes them all at once: large groups under load, no delay when
/// idle.
final class GroupCommitQueue: Sendable {
    private struct State: Sendable {
        var jobs: [WriteJob] = []
        var isDraining = false
        var isClosed = false
    }

    private let state = Mutex(State())
    /// A group is bounded, so that the first of it doesn't wait for ever.
    private let largestGroup: Int

    init(largestGroup: Int) { self.largestGroup = largestGroup }

    enum Admission { case accepted, acceptedStartDraining, closed }

    func add(_ job: WriteJob) -> Admission {
        state.withLock { state in
            guard !state.isClosed else { return .closed }
            state.jobs.append(job)
            guard !state.isDraining else { return .accepted }
            state.isDraining = true
            return .acceptedStartDraining
        }
    }

    /// The next group, in order; empty when there's nothing left, and then draining has ended.
    func nextGroup() -> [WriteJob] {
        state.withLock { state in
            guard state.jobs.count > largestGroup else {
                let group = state.jobs
                state.jobs = []
                state.isDraining = !group.isEmpty
                return group
            }
            let group = Array(state.jobs.prefix(largestGroup))
            state.jobs.removeFirst(largestGroup)
            return group
        }
    }

    /// Nobody waits, and more may come.
    var isIdle: Bool { state.withLock { $0.jobs.isEmpty && !$0.isClosed } }

    func close() { state.withLock { $0.isClosed = true } }
}
