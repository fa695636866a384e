import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Embedding

#if canImport(Glibc)
    import Glibc
#endif

@Suite(.standardTimeLimit) struct EncoderLanesTests {
    private static func pool() throws -> EncoderPool {
        let math = EncoderKernels.best.math(.float32)
        let path = try Fixtures.model().appending(path: "model.safetensors").path
        return EncoderPool(weights: try MiniLMWeights(path: path, shape: .miniLML6, math: math), count: 1)
    }

    private static var batch: TokenBatch {
        var batch = TokenBatch()
        batch.append([101, 2026, 6181, 13403, 102], place: 0)
        return batch
    }

    /// While all encoders for documents are taken, a query is answered.
    @Test func queriesDoNotWaitForDocuments() async throws {
        let pool = try Self.pool()
        let worker = await pool.acquire(in: .documents)
        #expect(try await pool.encode(Self.batch, in: .queries).count == 1)
        pool.release(worker)
        #expect(try await pool.encode(Self.batch, in: .documents).count == 1)
    }

    /// A server stops even if the encoder's thread gets no time.
    @Test func aCancelledTaskDoesNotWaitForTheThread() async throws {
        let pool = try Self.pool()
        let worker = await pool.acquire(in: .documents)
        let gate = DispatchSemaphore(value: 0)
        worker.queue.async { gate.wait() }
        pool.release(worker)
        let task = Task { try await pool.encode(Self.batch, in: .documents) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        gate.signal()
        #expect(try await pool.encode(Self.batch, in: .documents).count == 1)
    }

    #if os(Linux)
        /// The lowest class, or the highest niceness where that isn't allowed; of this thread alone.
        @Test func idleThreadsGiveWay() {
            let thread = IdleThread(name: "test")
            let seen = Mutex<[Bool]>([])
            for _ in 0..<2 {
                thread.run {
                    let isIdle = sched_getscheduler(0) == 5
                    let isNice = getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0) == 19
                    seen.withLock { $0.append(isIdle || isNice) }
                }
            }
            #expect(seen.withLock { $0 } == [true, true])
            #expect(sched_getscheduler(0) == SCHED_OTHER)
        }
    #endif
}
