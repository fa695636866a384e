import Domain
import FileIO
import Synchronization
import TestSupport
import Testing

@testable import SpotterServer

@Suite(.standardTimeLimit) struct ReadinessTests {
    private func readiness(
        write: @escaping @Sendable () async throws -> Void = {},
        isDamaged: Bool = false,
        free: Int64 = 1 << 40,
        isUnheard: Bool = false,
        deadline: Duration = .seconds(60),
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) -> Readiness {
        let probes = Readiness.Probes(
            write: write,
            isDamaged: { isDamaged },
            disk: { DiskSpace(free: free, total: 1 << 41) },
            isUnheard: { isUnheard },
            now: now
        )
        return Readiness(probes, diskFloor: 512 << 20, deadline: deadline)
    }

    @Test func aServerIsReadyOnlyWhileItServes() async {
        let readiness = readiness()
        #expect(await readiness.reasons() == ["the server is starting"])
        readiness.enter(.serving)
        #expect(await readiness.reasons() == [])
        readiness.enter(.draining)
        #expect(await readiness.reasons() == ["the server is stopping"])
    }

    @Test func eachReasonIsNamed() async throws {
        let full = readiness(free: 100 << 20)
        full.enter(.serving)
        #expect(await full.reasons().first?.contains("100 MB are free, at least 512 MB are wanted") == true)
        let damaged = readiness(isDamaged: true)
        damaged.enter(.serving)
        #expect(await damaged.reasons().first?.contains("restore a backup") == true)
        let unheard = readiness(isUnheard: true)
        unheard.enter(.serving)
        #expect(await unheard.reasons().map { $0.contains("haven't heard of this one") } == [true])
        let failing = readiness(write: { throw SpotterError.storageFull })
        failing.enter(.serving)
        #expect(await failing.reasons().first?.contains("disk is full") == true)
    }

    /// A locked database answers late or never; whoever asks isn't kept waiting.
    @Test func aWriteThatHangsIsNoticed() async {
        let (hanging, end) = AsyncStream<Void>.makeStream()
        let readiness = readiness(write: { for await _ in hanging {} }, deadline: .milliseconds(1))
        readiness.enter(.serving)
        for _ in 0..<2 { #expect(await readiness.reasons().first?.contains("a write has waited") == true) }
        end.finish()
    }

    @Test func manyWhoAskCostOneWriteInAWhile() async {
        let writes = Mutex(0)
        let time = Mutex(ContinuousClock.now)
        let readiness = readiness(write: { writes.withLock { $0 += 1 } }, now: { time.withLock { $0 } })
        readiness.enter(.serving)
        await withTaskGroup { group in
            for _ in 0..<50 { group.addTask { #expect(await readiness.reasons() == []) } }
        }
        #expect(writes.withLock { $0 } == 1)
        time.withLock { $0 += .seconds(6) }
        #expect(await readiness.reasons() == [])
        #expect(writes.withLock { $0 } == 2)
    }
}
