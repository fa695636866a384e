import Cluster
import ClusterTestKit
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

    @Test func aNodeWhoseWorkWasTakenOverChangesNoJob() async throws {
        try await ChargedExchanges.run([]) { fixture in
            let jobs = VideoJobs(
                database: FencingDatabase(fixture.writes),
                clock: fixture.clock,
                ids: UUIDv7Source(clock: fixture.clock)
            )
            let model = try ProxiedModel(name: "a", model: "a", baseURL: "https://a.example.com", apiKey: nil)
            var job = try await jobs.add(["id": "job-1"], of: model, for: fixture.user)
            let takeover = try await TestCluster(fixture.writes).takeover()
            job.state = .failed
            let late = job
            await #expect(throws: LeaseLost.self) { try await takeover.late.perform { try await jobs.update(late) } }
            #expect(try await jobs.job(job.id, of: fixture.user).state == .processing)
            (job.state, job.progress) = (.completed, 1)
            let done = job
            try await takeover.next.perform { try await jobs.update(done) }
            #expect(try await jobs.job(job.id, of: fixture.user).state == .completed)
        }
    }
}
