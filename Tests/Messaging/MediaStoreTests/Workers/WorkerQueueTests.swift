import Dispatch
import Domain
import Synchronization
import TestSupport
import Testing

@testable import MediaStore

/// A value that closures share.
private final class Shared<Value: Sendable>: Sendable {
    let value: Mutex<Value>

    init(_ value: Value) { self.value = Mutex(value) }
}

@Suite(.standardTimeLimit)
struct WorkerQueueTests {
    private let eve = UserID(high: 1, low: 1)
    private let anna = UserID(high: 1, low: 2)

    @Test func anotherUsersPictureDoesNotWaitBehindMany() async throws {
        let queue = WorkerQueue("pictures")
        let gate = DispatchSemaphore(value: 0)
        let started = Shared<[String]>([])
        try await withThrowingTaskGroup(of: Void.self) { group in
            // One of them runs until the gate opens, the others wait.
            for _ in 0..<5 {
                group.addTask {
                    try await queue.run(for: eve) {
                        started.value.withLock { $0.append("eve") }
                        gate.wait()
                    }
                }
            }
            await until("one runs and four wait") { queue.waitingCount == 4 && started.value.withLock { !$0.isEmpty } }
            let refused = await #expect(throws: SpotterError.self) { try await queue.run(for: eve) {} }
            #expect(refused?.code == .rateLimited && refused?.retryable == true && refused?.retryAfterMs != nil)
            try await queue.run(for: anna) { started.value.withLock { $0.append("anna") } }
            #expect(started.value.withLock { $0 } == ["eve", "anna"])
            for _ in 0..<5 { gate.signal() }
            try await group.waitForAll()
        }
        #expect(started.value.withLock { $0.count } == 6)
    }

    /// Swift's tasks go on, however many threads wait for worker processes.
    @Test func waitingForPicturesHoldsUpNoTask() async throws {
        var limits = FairTurns<UserID, @Sendable () -> Void>.Limits()
        (limits.running, limits.waiting) = (64, 64)
        let queue = WorkerQueue("pictures", limits: limits)
        let gate = DispatchSemaphore(value: 0)
        let started = Shared(0)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<64 {
                group.addTask {
                    try await queue.run(for: UserID(high: 2, low: UInt64(number))) {
                        started.value.withLock { $0 += 1 }
                        gate.wait()
                    }
                }
            }
            await until("all run") { started.value.withLock { $0 } == 64 }
            // This would never end.
            await Task.detached(priority: .utility) {}.value
            for _ in 0..<64 { gate.signal() }
            try await group.waitForAll()
        }
    }

    @Test func anErrorEndsTheTurn() async throws {
        let queue = WorkerQueue("pictures")
        for _ in 0..<10 {
            await #expect(throws: ImageError.crashed) {
                try await queue.run(for: eve) { throw ImageError.crashed }
            }
        }
        #expect(try await queue.run(for: eve) { 7 } == 7)
    }

    @Test func aFullQueueIsAnErrorThatMayBeRetried() async throws {
        var limits = FairTurns<UserID, @Sendable () -> Void>.Limits()
        limits.waiting = 0
        let error = await #expect(throws: SpotterError.self) {
            try await WorkerQueue("pictures", limits: limits).run(for: eve) {}
        }
        #expect(error?.code == .unavailable && error?.retryable == true)
    }
}

@Suite struct DecodingBudgetTests {
    private let eve = UserID(high: 1, low: 1)
    private let anna = UserID(high: 1, low: 2)

    @Test func decodedBytesAreEarnedBySeconds() throws {
        let now = Shared<Int64>(0)
        let budget = DecodingBudget(.init(bytesPerSecond: 100, burst: 1000)) { now.value.withLock { $0 } }
        for _ in 0..<3 {
            try budget.requireLeft(for: eve)
            budget.charge(decodedBytes: 400, cpuMilliseconds: 0, to: eve)
        }
        let error = #expect(throws: SpotterError.self) { try budget.requireLeft(for: eve) }
        #expect(error?.code == .rateLimited && error?.retryable == true)
        #expect(error?.retryAfterMs == 2001)
        try budget.requireLeft(for: anna)
        now.value.withLock { $0 = 2_100_000_000 }
        try budget.requireLeft(for: eve)
    }

    @Test func processorTimeCountsIfItIsMore() throws {
        let budget = DecodingBudget(.init(bytesPerSecond: 1 << 27, burst: 1 << 27)) { 0 }
        budget.charge(decodedBytes: 0, cpuMilliseconds: 999, to: eve)
        try budget.requireLeft(for: eve)
        budget.charge(decodedBytes: 0, cpuMilliseconds: 2, to: eve)
        #expect(throws: SpotterError.self) { try budget.requireLeft(for: eve) }
    }
}
