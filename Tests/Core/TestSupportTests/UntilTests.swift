import Synchronization
import TestSupport
import Testing

@Suite(.standardTimeLimit) struct UntilTests {
    @Test func whatHoldsIsLookedAtOnce() async {
        var looks = 0
        let holds = await until(within: .zero) {
            looks += 1
            return true
        }
        #expect(holds && looks == 1)
    }

    @Test func whatAnotherTaskDoesIsWaitedFor() async {
        let steps = Mutex(0)
        // More than are looked at without a pause.
        let working = Task.detached {
            for _ in 0..<100 {
                steps.withLock { $0 += 1 }
                await Task.yield()
            }
        }
        #expect(await until { steps.withLock { $0 } == 100 })
        await working.value
    }

    @Test func whatComesAfterManyLooksIsWaitedFor() async {
        var looks = 0
        let holds = await until {
            looks += 1
            return looks == 50
        }
        #expect(holds)
    }

    @Test func whatDoesNotComeIsAnIssueWhereItIsWaitedFor() async {
        let line = #_sourceLocation.line + 3
        var holds = true
        await withKnownIssue {
            holds = await until("the moon is full", within: .milliseconds(1)) { false }
        } matching: { issue in
            issue.sourceLocation?.line == line && issue.comments == ["the moon is full"]
        }
        #expect(!holds)
    }

    @Test func anErrorEndsTheWaiting() async {
        struct Broken: Error {}
        await #expect(throws: Broken.self) { try await until { throw Broken() } }
    }

    /// A limit of time cancels a test, which then ends.
    @Test func whoIsCancelledWaitsNoLonger() async {
        let (looks, look) = AsyncStream<Void>.makeStream()
        let waiting = Task {
            await until(within: .seconds(3600)) {
                look.yield()
                return false
            }
        }
        _ = await looks.first { _ in true }
        waiting.cancel()
        #expect(await !waiting.value)
    }
}
