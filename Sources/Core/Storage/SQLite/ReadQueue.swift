import Synchronization

/// A read that waits for a connection; called with `nil` if there is none any more.
package typealias ReadJob = @Sendable ((any SQLConnection)?) -> Void

/// Collects reads while the readers are busy, so that a reader serves several from one snapshot: a thousand log-ins at
/// once cost a few transactions and thread switches, and a single read doesn't wait.
package final class ReadQueue: Sendable {
    private struct State: Sendable {
        var jobs: [ReadJob] = []
        /// The index of the first job that no reader has taken.
        var next = 0
        var readers = 0
        var isClosed = false
    }

    private let state = Mutex(State())
    private let maxReaders: Int
    /// Bounds how long a read waits for those before it while another reader is free.
    private let maxBatchSize: Int

    package init(maxReaders: Int, maxBatchSize: Int) {
        self.maxReaders = maxReaders
        self.maxBatchSize = maxBatchSize
    }

    package enum Admission { case accepted, acceptedStartReader, closed }

    /// After `acceptedStartReader` the caller must start another reader, which calls `nextBatch` until a batch is empty.
    package func add(_ job: @escaping ReadJob) -> Admission {
        state.withLock { state in
            guard !state.isClosed else { return .closed }
            state.jobs.append(job)
            guard state.readers < maxReaders else { return .accepted }
            state.readers += 1
            return .acceptedStartReader
        }
    }

    /// Accepts no more reads; those that wait are still served.
    package func close() { state.withLock { $0.isClosed = true } }

    package var count: Int { state.withLock { $0.jobs.count - $0.next } }

    /// The next reads for one snapshot: a fair share of those that wait. An empty batch ends this reader.
    package func nextBatch() -> [ReadJob] {
        state.withLock { state in
            let waiting = state.jobs.count - state.next
            guard waiting > 0 else {
                state.jobs.removeAll(keepingCapacity: true)
                state.next = 0
                state.readers -= 1
                return []
            }
            let count = min(maxBatchSize, (waiting + maxReaders - 1) / maxReaders)
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
