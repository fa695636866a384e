import Domain
import Synchronization
import TestSupport
import Testing

@testable import Gateway

@Suite(.standardTimeLimit) struct WorkTurnsTests {
    private let alex = UserID(high: 1, low: 1)
    private let sara = UserID(high: 1, low: 2)

    /// A request that works until it is told to end.
    private struct Work: Sendable {
        let task: Task<Void, any Error>
        let end: AsyncStream<Void>.Continuation

        static func begin(_ turns: WorkTurns, _ user: UserID) async -> Work {
            let (began, begin) = AsyncStream<Void>.makeStream()
            let (ended, end) = AsyncStream<Void>.makeStream()
            let task = Task {
                try await turns.run(of: user) {
                    begin.finish()
                    for await _ in ended {}
                }
            }
            for await _ in began {}
            return Work(task: task, end: end)
        }
    }

    private final class Done: Sendable {
        private let all = Mutex<[Int]>([])
        var numbers: [Int] { all.withLock { $0 } }
        func add(_ number: Int) { all.withLock { $0.append(number) } }
    }

    @Test func othersDoNotWait() async throws {
        let turns = WorkTurns(maxWorking: 1)
        let slow = await Work.begin(turns, alex)
        #expect(try await turns.run(of: sara) { 1 } == 1)
        slow.end.finish()
        try await slow.task.value
        #expect(turns.count == 0, "nothing is kept of who has nothing to do")
    }

    @Test func onesOwnWaitInTheirOrder() async throws {
        let turns = WorkTurns(maxWorking: 1)
        let slow = await Work.begin(turns, alex)
        let done = Done()
        var waiting: [Task<Void, any Error>] = []
        for number in 1...3 {
            waiting.append(Task { try await turns.run(of: alex) { done.add(number) } })
            await until("it waits") { turns.waitingCount >= number }
        }
        #expect(done.numbers == [])
        slow.end.finish()
        for task in waiting { try await task.value }
        #expect(done.numbers == [1, 2, 3])
        #expect(turns.count == 0)
    }

    @Test func aFailureGivesTheTurnBack() async throws {
        let turns = WorkTurns(maxWorking: 1)
        await #expect(throws: SpotterError.self) {
            try await turns.run(of: alex) { throw SpotterError.invalid("no") }
        }
        #expect(try await turns.run(of: alex) { 2 } == 2)
    }

    /// Whoever has the turn needs no other for a part of the work.
    @Test func aTurnHoldsWithinItself() async throws {
        let turns = WorkTurns(maxWorking: 1)
        let value = try await turns.run(of: alex) { try await turns.run(of: alex) { 3 } }
        #expect(value == 3 && turns.count == 0)
    }

    @Test func textsThatWaitAreBounded() {
        let texts = PendingTexts()
        #expect(texts.begin(PendingTexts.maxBytes * 2), "a single one may be of any length")
        #expect(!texts.begin(1))
        texts.end(PendingTexts.maxBytes * 2)
        #expect(texts.begin(PendingTexts.maxBytes) && !texts.begin(1))
        texts.end(PendingTexts.maxBytes)
        for _ in 0..<1024 { #expect(texts.begin(100)) }
    }
}
