import Domain
import Hummingbird
import HummingbirdCore
import NIOCore
import NIOEmbedded
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

    /// A client that asks for many pages and takes none has one made at a time.
    @Test(arguments: [true, false])
    func theNextLongAnswerWaitsUntilTheFirstIsTaken(isTaken: Bool) async throws {
        let (turns, loop) = (WorkTurns(maxWorking: 1), NIOAsyncTestingEventLoop())
        let first = try await turns.answer(alex, on: loop) { Self.answer(of: 1 << 20) }
        let next = Task { try await turns.answer(alex, on: loop) { Self.answer(of: 1 << 20) } }
        await until("it waits") { turns.waitingCount == 1 }
        #expect(try await turns.run(of: sara) { 1 } == 1)
        await loop.advanceTime(by: WorkTurns.maxHold - .milliseconds(1))
        #expect(turns.waitingCount == 1)
        if isTaken {
            try await first.body.write(Discarding())
        } else {
            await loop.advanceTime(by: .milliseconds(1))
        }
        let second = try await next.value
        #expect(first.body.contentLength == 1 << 20 && second.body.contentLength == 1 << 20)
        await loop.advanceTime(by: WorkTurns.maxHold)
        #expect(turns.count == 0)
        await loop.shutdownGracefully()
    }

    @Test func shortAndFailedAnswersEndTheirTurn() async throws {
        let (turns, loop) = (WorkTurns(maxWorking: 1), NIOAsyncTestingEventLoop())
        let short = try await turns.answer(alex, on: loop) { Self.answer(of: 1000) }
        #expect(turns.count == 0 && short.body.contentLength == 1000)
        await #expect(throws: SpotterError.self) {
            _ = try await turns.answer(alex, on: loop) { throw SpotterError.invalid("no") }
        }
        #expect(turns.count == 0)
        await loop.shutdownGracefully()
    }

    private static func answer(of bytes: Int) -> Response {
        Response(status: .ok, body: .init(byteBuffer: ByteBuffer(repeating: 1, count: bytes)))
    }

    private struct Discarding: ResponseBodyWriter {
        mutating func write(_ buffer: ByteBuffer) async throws {}
        consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
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
