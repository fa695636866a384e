import Domain
import Synchronization
import TestSupport
import Testing

@testable import Storage

@Suite(.standardTimeLimit) struct DeferrableWriteTests {
    private static let start = ContinuousClock.now

    private static func at(_ milliseconds: Int) -> ContinuousClock.Instant {
        start.advanced(by: .milliseconds(milliseconds))
    }

    private static let job = ClosureWriteJob<Void>({ _ in }, completion: { _ in })

    /// One at a time, behind everything else; but after a while in between.
    @Test func giveWayForABoundedTime() {
        let queue = GroupCommitQueue(maxGroupSize: 4)
        func next(at milliseconds: Int) -> [Int] {
            let group = queue.nextGroup(at: Self.at(milliseconds))
            return group.isDeferrable ? [-group.jobs.count] : [group.jobs.count]
        }
        for _ in 0..<3 { _ = queue.add(Self.job, isDeferrable: true, at: Self.at(0)) }
        for _ in 0..<20 { _ = queue.add(Self.job) }
        #expect(queue.count == 23 && !queue.isIdle && !queue.isEmpty)
        #expect(next(at: 49) == [4])
        #expect(next(at: 50) == [-1])
        #expect(next(at: 51) == [4], "the next one waits as long again")
        #expect(next(at: 99) == [4])
        #expect(next(at: 100) == [-1])
        #expect(next(at: 101) == [4])
        #expect(next(at: 102) == [4])
        #expect(queue.isIdle && !queue.isEmpty)
        #expect(next(at: 103) == [-1])
        #expect(next(at: 104) == [0])
        #expect(queue.add(Self.job, isDeferrable: true) == .acceptedStartDraining)
    }

    @Test func areCommittedAlsoAtTheEnd() async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let database = try StoreFixture.open(folder)
        let count = Mutex(0)
        let first = try await database.writeDeferrable { try $0.execute("INSERT INTO items (n) VALUES (1)") }
        #expect(first == 1)
        for number in 2..<50 {
            database.enqueueDeferrable {
                try $0.execute("INSERT INTO items (n) VALUES ($1)", number)
            } completion: { result in
                if case .success(1) = result { count.withLock { $0 += 1 } }
            }
        }
        try await database.close()
        #expect(count.withLock { $0 } == 48)
        let again = try StoreFixture.open(folder)
        let stored = try await again.read { connection in
            try connection.first("SELECT count(*) FROM items") { try $0.int(0) }
        }
        #expect(stored == 49)
        try await again.close()
    }

    /// A commit that is acknowledged is synced, whatever was committed before it.
    @Test func othersStaySynced() async throws {
        try await StoreFixture.run { store in
            let level = "PRAGMA synchronous"
            let deferred = try await store.database.writeDeferrable { try $0.first(level) { try $0.int(0) } }
            #expect(deferred == 1)
            await #expect(throws: (any Error).self) {
                _ = try await store.database.writeDeferrable { try $0.execute("no") }
            }
            let next = try await store.database.write { try $0.first(level) { try $0.int(0) } }
            #expect(next == 2)
        }
    }

    /// A deferrable write isn't synced by itself; every other one is (invariant 1), whatever came before it.
    @Test func onlyDeferrableWritesGoWithoutSync() async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let database = try StoreFixture.open(folder)
        /// A statement that was prepared before would say what was so then.
        func level(_ number: Int) -> @Sendable (any SQLConnection) throws -> Int64? {
            { connection in try connection.first("PRAGMA synchronous -- \(number)") { try $0.int(0) } }
        }
        #expect(try await database.write(level(1)) == 2)
        #expect(try await database.writeDeferrable(level(2)) == 1)
        #expect(try await database.write(level(3)) == 2)
        await #expect(throws: (any Error).self) {
            _ = try await database.writeDeferrable { try $0.execute("INSERT INTO missing VALUES (1)") }
        }
        #expect(try await database.write(level(4)) == 2)
        try await database.close()
    }
}
