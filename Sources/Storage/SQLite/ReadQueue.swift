import Synchronization

/// One read that waits for a connection; called without one where there's none any more.
typealias ReadJob = @Sendable ((any SQLConnection)?) -> Void

/// Collects reads while the readers are busy, so that each takes several in one snapshot: a thousand log-ins at once cost
/// a few transactions and thread switches, a lone read doesn't wait.
final class ReadQueue: Sendable {
    private struct State: Sendable {
        var jobs: [ReadJob] = []
        /// Those before it are taken.
        var next = 0
        var readers = 0
    }

    private let state = Mutex(State())
    private let mostReaders: Int
    /// A snapshot is bounded, so that nobody waits long for those before them while another reader is free.
    private let largestBatch: Int

    init(mostReaders: Int, largestBatch: Int) {
        self.mostReaders = mostReaders
        self.largestBatch = largestBatch
    }

    /// Whether one more reader is to be started, which then calls `nextBatch` until it's empty.
    func add(_ job: @escaping ReadJob) -> Bool {
        state.withLock { state in
            state.jobs.append(job)
            guard state.readers < mostReaders else { return false }
            state.readers += 1
            return true
        }
    }

    /// The next reads for one snapshot: a fair share of those that wait. Empty when there are none, and then this reader
    /// has ended.
    func nextBatch() -> [ReadJob] {
        state.withLock { state in
            let waiting = state.jobs.count - state.next
            guard waiting > 0 else {
                state.jobs.removeAll(keepingCapacity: true)
                state.next = 0
                state.readers -= 1
                return []
            }
            let count = min(largestBatch, (waiting + mostReaders - 1) / mostReaders)
            let batch = Array(state.jobs[state.next..<state.next + count])
            state.next += count
            if state.next == state.jobs.count || state.next >= 1024 {
                state.jobs.removeFirst(state.next)
                state.next = 0
            }
            return batch
        }
    }
}
