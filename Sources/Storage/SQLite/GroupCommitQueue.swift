import Synchronization

/// A write that waits to be committed.
struct WriteJob: Sendable {
    /// Runs inside the group's transaction; an error undoes this job alone.
    let run: @Sendable (any SQLConnection) throws -> Void
    /// Called once: with `nil` after the commit, or with the error.
    let finish: @Sendable ((any Error)?) -> Void
}

/// Collects writes while the writer is busy and hands them over as one group: large groups under load, no delay when
/// idle.
final class GroupCommitQueue: Sendable {
    private struct State: Sendable {
        var jobs: [WriteJob] = []
        var isDraining = false
        var isClosed = false
    }

    private let state = Mutex(State())
    /// Bounds how long the first job of a group waits for the last one.
    private let maxGroupSize: Int

    init(maxGroupSize: Int) { self.maxGroupSize = maxGroupSize }

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

    /// The next group, in order. An empty group ends the draining.
    func nextGroup() -> [WriteJob] {
        state.withLock { state in
            guard state.jobs.count > maxGroupSize else {
                let group = state.jobs
                state.jobs = []
                state.isDraining = !group.isEmpty
                return group
            }
            let group = Array(state.jobs.prefix(maxGroupSize))
            state.jobs.removeFirst(maxGroupSize)
            return group
        }
    }

    /// Whether no job waits and the queue is open.
    var isIdle: Bool { state.withLock { $0.jobs.isEmpty && !$0.isClosed } }

    var isOpen: Bool { state.withLock { !$0.isClosed } }

    var count: Int { state.withLock { $0.jobs.count } }

    func close() { state.withLock { $0.isClosed = true } }
}
