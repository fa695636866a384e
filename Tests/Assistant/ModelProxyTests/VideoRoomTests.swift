import Domain
import SpotterAPI
import Testing

@testable import ModelProxy

/// How many videos a user may have in the making.
@Suite struct VideoRoomTests {
    /// Asks for so many at once: all before a job of any is stored.
    private static func ask(_ count: Int, _ jobs: VideoJobs, for user: UserID) async throws {
        guard count > 0 else { return }
        try await jobs.withRoom(for: user) { try await ask(count - 1, jobs, for: user) }
    }

    @Test func requestsAtOnceDontExceedTheLimit() async throws {
        try await ChargedExchanges.run([]) { fixture in
            let ids = UUIDv7Source(clock: fixture.clock)
            let jobs = VideoJobs(database: fixture.writes, clock: fixture.clock, ids: ids)
            try await Self.ask(4, jobs, for: fixture.user)
            let refused = await #expect(throws: SpotterError.self) {
                try await Self.ask(5, jobs, for: fixture.user)
            }
            #expect(refused?.code == .rateLimited)
            // Those that failed have left their room.
            try await Self.ask(4, jobs, for: fixture.user)
        }
    }
}
