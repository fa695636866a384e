/// The reads that one reader serves, from one snapshot after another. Each was requested before its snapshot began.
///
/// `begin()` comes before each snapshot, then `next()` until there is none.
package struct SnapshotReads {
    private let queue: ReadQueue
    /// Taken, but not served yet: it was requested after the snapshot of the one before it began.
    private var held: ReadQueue.Waiting?
    /// The reads that were added before the snapshot, and how many more it may serve.
    private var (end, left) = (0, 0)

    package init(of queue: ReadQueue) { self.queue = queue }

    /// Call this before a snapshot begins, when the one before it has ended.
    /// - Returns: whether a read waits for it. If none does, this reader has ended: don't call it again.
    package mutating func begin() -> Bool {
        if held == nil { held = queue.take(endsReader: true) }
        guard held != nil else { return false }
        (end, left) = (queue.added, queue.maxPerSnapshot)
        return true
    }

    /// The next read for the snapshot that has begun.
    package mutating func next() -> ReadJob? {
        guard left > 0, let waiting = held.take() ?? queue.take(endsReader: false) else { return nil }
        guard waiting.number < end else {
            held = waiting
            return nil
        }
        left -= 1
        return waiting.job
    }
}
