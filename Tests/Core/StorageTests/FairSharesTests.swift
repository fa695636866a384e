import Domain
import Synchronization
import TestSupport
import Testing

@testable import Storage

/// What one user queues delays another's by a bounded number of jobs, however many wait.
@Suite struct FairSharesTests {
    private static let (eve, ann, bea) = (user(1), user(2), user(3))

    private static func user(_ number: UInt64) -> UserID { UserID(high: 0, low: number) }

    // MARK: Writes

    private final class Job: WriteJob {
        let owner: UserID?
        let bytes: Int
        let number: Int

        init(_ number: Int, of owner: UserID?, bytes: Int = 0) {
            (self.number, self.owner, self.bytes) = (number, owner, bytes)
        }

        func run(on connection: any SQLConnection) {}
        func finish(_ error: (any Error)?) {}
    }

    /// The groups in which these are committed.
    private func groups(of jobs: [Job], maxGroupSize: Int = 2048) -> [[Job]] {
        let queue = GroupCommitQueue(maxGroupSize: maxGroupSize)
        for job in jobs { _ = queue.add(job) }
        var groups: [[Job]] = []
        while true {
            let group = queue.nextGroup().jobs.compactMap { $0 as? Job }
            if group.isEmpty { return groups }
            groups.append(group)
        }
    }

    @Test func whoQueuesManyWritesHasAShareOfAGroup() throws {
        let many = (0..<1000).map { Job($0, of: Self.eve) }
        let groups = groups(of: many + [Job(1000, of: Self.ann), Job(1001, of: nil)])
        let first = try #require(groups.first)
        #expect(first.map(\.number) == Array(0..<GroupShares.maxJobs) + [1000, 1001])
        let others = groups.dropFirst().flatMap { $0 }.map(\.number)
        #expect(others == Array(GroupShares.maxJobs..<1000), "in their order")
        #expect(groups.allSatisfy { group in group.count { $0.owner == Self.eve } <= GroupShares.maxJobs })
    }

    @Test func whoQueuesLongTextsHasAShareOfAGroup() throws {
        let long = (0..<5).map { Job($0, of: Self.eve, bytes: 40_000) }
        let groups = groups(of: long + [Job(5, of: Self.eve), Job(6, of: Self.ann, bytes: 40_000)])
        #expect(groups.map { $0.map(\.number) } == [[0, 6], [1], [2], [3], [4, 5]])
    }

    @Test func aTextThatIsLongerThanAShareIsStoredAlone() {
        let groups = groups(of: (0..<3).map { Job($0, of: Self.eve, bytes: GroupShares.maxBytes + 1) })
        #expect(groups.map { $0.map(\.number) } == [[0], [1], [2]])
    }

    @Test func theServersOwnWritesHaveNoShare() {
        let groups = groups(of: (0..<600).map { Job($0, of: nil, bytes: 1000) })
        #expect(groups.map(\.count) == [600])
    }

    @Test func writesAreCountedForWhoAsks() async throws {
        let job = WorkOwner.$current.withValue(Self.eve) { ClosureWriteJob<Void>({ _ in }, completion: { _ in }) }
        #expect(job.owner == Self.eve)
        #expect(ClosureWriteJob<Void>({ _ in }, completion: { _ in }).owner == nil)
        let named = ClosureWriteJob<Void>(of: Self.ann, bytes: 7, { _ in }, completion: { _ in })
        #expect(named.owner == Self.ann && named.bytes == 7)
    }

    // MARK: Reads

    /// The order in which one reader serves reads, by the names of those who ask.
    private func order(of reads: [(String, UserID?)]) -> [String] {
        let queue = ReadQueue(maxReaders: 1, maxPerSnapshot: 64)
        let served = Mutex<[String]>([])
        for (name, owner) in reads { _ = queue.add(of: owner) { _ in served.withLock { $0.append(name) } } }
        var turns = SnapshotReads(of: queue)
        while turns.begin() { while let read = turns.next() { read(nil) } }
        #expect(queue.count == 0)
        return served.withLock { $0 }
    }

    @Test func whoAsksForMuchDelaysOthersByAFewReads() throws {
        let many = (0..<500).map { ("eve\($0)", UserID?.some(Self.eve)) }
        let order = order(of: many + [("ann", Self.ann), ("server", nil), ("bea", Self.bea)])
        #expect(order.count == 503 && Set(order).count == 503)
        // The line and the turns take turns: those in the line, and some turns of each of the three.
        let bound = 2 * (ReadQueue.maxInLine + 3)
        for name in ["ann", "server", "bea"] { #expect(try #require(order.firstIndex(of: name)) < bound, "\(name)") }
    }

    @Test func theServersOwnReadsDontHoldUpUsers() throws {
        let many = (0..<500).map { ("\($0)", UserID?.none) }
        #expect(try #require(order(of: many + [("ann", Self.ann)]).firstIndex(of: "ann")) <= 1)
    }

    @Test func aFewReadsAreServedInTheirOrder() {
        let few = (0..<ReadQueue.maxInLine).map { ("\($0)", UserID?.some($0 % 2 == 0 ? Self.eve : Self.ann)) }
        #expect(order(of: few) == few.map(\.0))
    }

    // MARK: Snapshots

    /// The reads of each snapshot until none waits, by their number.
    private func snapshots(_ reads: inout SnapshotReads) -> [Int] {
        var counts: [Int] = []
        while reads.begin() {
            var count = 0
            while let read = reads.next() {
                count += 1
                read(nil)
            }
            counts.append(count)
        }
        return counts
    }

    @Test func aReadThatComesDuringASnapshotGetsTheNextOne() {
        let queue = ReadQueue(maxReaders: 1, maxPerSnapshot: 64)
        // The first asks for another while it is served.
        let first = queue.add { _ in _ = queue.add { _ in } }
        #expect(first == .acceptedStartReader)
        var reads = SnapshotReads(of: queue)
        #expect(snapshots(&reads) == [1, 1])
        #expect(queue.add { _ in } == .acceptedStartReader, "the reader has ended")
    }

    /// Its connection isn't free before its transaction has ended: another reader would need one more.
    @Test func aReaderCountsUntilItsSnapshotHasEnded() {
        let queue = ReadQueue(maxReaders: 1, maxPerSnapshot: 64)
        _ = queue.add { _ in }
        var reads = SnapshotReads(of: queue)
        let hasBegun = reads.begin()
        let first = reads.next()
        let second = reads.next()
        #expect(hasBegun && first != nil && second == nil)
        #expect(queue.add { _ in } == .accepted, "it's served by the same reader")
        #expect(snapshots(&reads) == [1])
        #expect(queue.add { _ in } == .acceptedStartReader, "the reader has ended")
    }

    @Test func aSnapshotServesABoundedNumber() {
        let queue = ReadQueue(maxReaders: 1, maxPerSnapshot: 3)
        for _ in 0..<7 { _ = queue.add { _ in } }
        var reads = SnapshotReads(of: queue)
        #expect(snapshots(&reads) == [3, 3, 1])
    }

    /// A long read holds up no other while there is a second reader.
    @Test func aReaderTakesOneReadAtATime() {
        let queue = ReadQueue(maxReaders: 2, maxPerSnapshot: 64)
        let served = Mutex<[String]>([])
        for name in ["long", "a", "b", "c"] { _ = queue.add { _ in served.withLock { $0.append(name) } } }
        var (slow, free) = (SnapshotReads(of: queue), SnapshotReads(of: queue))
        let hasBegun = slow.begin()
        let long = slow.next()
        #expect(hasBegun && snapshots(&free) == [3])
        #expect(served.withLock { $0 } == ["a", "b", "c"])
        long?(nil)
        #expect(snapshots(&slow) == [], "nothing is left for it")
        #expect(served.withLock { $0 }.last == "long")
    }
}
