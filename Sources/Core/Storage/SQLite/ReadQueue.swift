package import Domain
import Synchronization

/// A read that waits for a connection; called with `nil` if there is none any more.
package typealias ReadJob = @Sendable ((any SQLConnection)?) -> Void

/// Collects reads while the readers are busy, so that a reader serves several from one snapshot: a thousand log-ins at
/// once cost a few transactions and thread switches, and a single read doesn't wait.
///
/// A reader takes one read at a time, so that none waits behind a long one while another reader is free. Beyond a few,
/// users' reads take turns: those of one delay another's by a few reads, however many wait.
package final class ReadQueue: Sendable {
    struct Waiting: Sendable {
        /// How many were added before it.
        let number: Int
        let job: ReadJob
    }

    private struct State: Sendable {
        /// In their order: the server's own reads, and those of users while only a few wait.
        var line: [Waiting] = []
        /// The index of the first in `line` that no reader has taken.
        var next = 0
        var turns = FairQueue<UserID, Waiting>()
        var isLineNext = false
        var added = 0
        var readers = 0
        var isClosed = false

        var inLine: Int { line.count - next }

        mutating func takeFromLine() -> Waiting? {
            guard next < line.count else { return nil }
            let first = line[next]
            next += 1
            if next == line.count {
                line.removeAll(keepingCapacity: true)
                next = 0
            } else if next >= 1024 {
                line.removeFirst(next)
                next = 0
            }
            return first
        }
    }

    private let state = Mutex(State())
    private let maxReaders: Int
    let maxPerSnapshot: Int
    /// Users' reads that wait in the order of their arrival: turns cost more than a few short reads.
    static let maxInLine = 8

    /// - Parameter maxPerSnapshot: bounds how old a snapshot gets.
    package init(maxReaders: Int, maxPerSnapshot: Int) {
        self.maxReaders = maxReaders
        self.maxPerSnapshot = maxPerSnapshot
    }

    package enum Admission { case accepted, acceptedStartReader, closed }

    /// After `acceptedStartReader` the caller must start another reader, which takes reads by `SnapshotReads` until none
    /// is left.
    /// - Parameter owner: who waits for it; `nil` for the server itself.
    package func add(of owner: UserID? = nil, _ job: @escaping ReadJob) -> Admission {
        state.withLock { state in
            guard !state.isClosed else { return .closed }
            let waiting = Waiting(number: state.added, job: job)
            state.added += 1
            if let owner, state.inLine >= Self.maxInLine || state.turns.count > 0 {
                state.turns.add(waiting, of: owner)
            } else {
                state.line.append(waiting)
            }
            guard state.readers < maxReaders else { return .accepted }
            state.readers += 1
            return .acceptedStartReader
        }
    }

    /// Accepts no more reads; those that wait are still served.
    package func close() { state.withLock { $0.isClosed = true } }

    package var count: Int { state.withLock { $0.inLine + $0.turns.count } }

    /// How many reads were ever added.
    var added: Int { state.withLock { $0.added } }

    /// The next read. The line and the turns of users take turns, too.
    /// - Parameter endsReader: whether the reader that asks ends if there is none. One that is in a transaction still has its
    ///   connection: it goes on counting among the readers.
    func take(endsReader: Bool) -> Waiting? {
        state.withLock { state in
            state.isLineNext.toggle()
            let first = state.isLineNext ? state.takeFromLine() : state.turns.next()?.job
            let taken = first ?? state.turns.next()?.job ?? state.takeFromLine()
            if taken == nil, endsReader { state.readers -= 1 }
            return taken
        }
    }
}
