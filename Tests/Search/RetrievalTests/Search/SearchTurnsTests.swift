import Domain
import Synchronization
import TestSupport
import Testing

@testable import Retrieval

@Suite(.standardTimeLimit) struct SearchTurnsTests {
    private let eve = UserID(high: 1, low: 1)
    private let sara = UserID(high: 1, low: 2)

    /// Searches that last until they are let go.
    private final class Searches: Sendable {
        let turns: SearchTurns
        let started = Mutex<[String]>([])
        private let isOpen = Atomic(false)

        init(running: Int) { turns = SearchTurns(running: running) }

        func search(_ name: String, for user: UserID, isBounded: Bool = true) async throws {
            try await turns.run(for: user, isBounded: isBounded) {
                started.withLock { $0.append(name) }
                await until("it is let go") { isOpen.load(ordering: .relaxed) }
            }
        }

        func letGo() { isOpen.store(true, ordering: .relaxed) }

        func reached(started: Int, waiting: Int) async {
            await until("\(started) have started and \(waiting) wait") {
                self.started.withLock { $0.count } >= started && turns.waitingCount >= waiting
            }
        }
    }

    @Test func manySearchesOfOneUserHoldUpNobodyElses() async throws {
        let searches = Searches(running: 4)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<6 { group.addTask { try await searches.search("eve\(number)", for: eve) } }
            await searches.reached(started: 2, waiting: 4)
            let refused = await #expect(throws: SpotterError.self) { try await searches.search("eve6", for: eve) }
            #expect(refused?.code == .rateLimited && refused?.retryable == true && refused?.retryAfterMs != nil)
            group.addTask { try await searches.search("sara", for: sara) }
            await searches.reached(started: 3, waiting: 4)
            #expect(searches.started.withLock { $0.last } == "sara")
            searches.letGo()
            try await group.waitForAll()
        }
        #expect(searches.started.withLock { $0.count } == 7 && searches.turns.waitingCount == 0)
    }

    /// Whoever waits for the only place has the next turn, however many searches came before.
    @Test func usersTakeTurnsWhereOneSearchRuns() async throws {
        let searches = Searches(running: 1)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<5 { group.addTask { try await searches.search("eve\(number)", for: eve) } }
            await searches.reached(started: 1, waiting: 4)
            group.addTask { try await searches.search("sara", for: sara) }
            await searches.reached(started: 1, waiting: 5)
            searches.letGo()
            try await group.waitForAll()
        }
        let order = searches.started.withLock { $0 }
        #expect(order.count == 6 && (order.firstIndex(of: "sara") ?? 6) <= 2, "\(order)")
    }

    @Test func questionsWaitRatherThanFail() async throws {
        let searches = Searches(running: 1)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<20 {
                group.addTask { try await searches.search("\(number)", for: eve, isBounded: false) }
            }
            await searches.reached(started: 1, waiting: 19)
            searches.letGo()
            try await group.waitForAll()
        }
        #expect(searches.started.withLock { $0.count } == 20)
    }

    /// A search whose client has gone frees its place without running.
    @Test func aCancelledSearchFreesItsPlace() async throws {
        let searches = Searches(running: 1)
        let first = Task { try await searches.search("first", for: eve) }
        await searches.reached(started: 1, waiting: 0)
        let second = Task { try await searches.search("second", for: eve) }
        await searches.reached(started: 1, waiting: 1)
        second.cancel()
        searches.letGo()
        try await first.value
        await #expect(throws: CancellationError.self) { try await second.value }
        try await searches.search("third", for: eve)
        #expect(searches.started.withLock { $0 } == ["first", "third"])
    }
}
