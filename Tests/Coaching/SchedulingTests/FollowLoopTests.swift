import Cluster
import Logging
import MessagingTestKit
import Synchronization
import TestSupport
import Testing

@testable import Scheduling

@Suite(.standardTimeLimit) struct FollowLoopTests {
    /// What other servers would have to have changed is looked at once, not for each message.
    @Test func beginsOnceInATerm() async throws {
        try await MessagingFixture.run { fixture in
            let loop = FollowLoop(
                database: fixture.database,
                lease: .alone,
                logger: Logger(label: "test"),
                pauses: ContinuousClock()
            )
            let begun = Mutex(0)
            let (rounds, round) = AsyncStream<Void>.makeStream()
            let run = Task {
                await loop.run(orLog: "failed") {
                    begun.withLock { $0 += 1 }
                } readNext: {
                    round.yield()
                    return false
                }
            }
            for await _ in rounds.prefix(3) { loop.wake() }
            run.cancel()
            await run.value
            #expect(begun.withLock { $0 } == 1)
        }
    }
}
