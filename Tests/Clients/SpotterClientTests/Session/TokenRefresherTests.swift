import Domain
import SpotterAPI
import Testing

@testable import SpotterClient

@Suite struct TokenRefresherTests {
    @Test func manyWhoNeedATokenShareOneRefresh() async throws {
        let storage = MemorySession(Fixture.grant("old"))
        let refresher = TokenRefresher(storage)
        let calls = Counter()
        let fresh = try await withThrowingTaskGroup { group in
            for _ in 0..<20 {
                group.addTask {
                    try await refresher.refreshed(after: Secret("access-old")) { refreshToken in
                        #expect(refreshToken == Secret("refresh-old"))
                        calls.add()
                        await Task.yield()
                        return Fixture.grant("new")
                    }
                }
            }
            return try await group.reduce(into: [AuthGrant]()) { $0.append($1) }
        }
        #expect(Set(fresh.map(\.accessToken)) == [Secret("access-new")])
        #expect(calls.count == 1)
        #expect(storage.load() == Fixture.grant("new"))
    }

    @Test func whatAnotherProcessRenewedIsUsed() async throws {
        let storage = MemorySession(Fixture.grant("old"))
        let refresher = TokenRefresher(storage)
        _ = try await refresher.current()
        storage.save(Fixture.grant("theirs"))
        let grant = try await refresher.refreshed(after: Secret("access-old")) { _ in
            Issue.record("a refresh token is good for one use")
            return Fixture.grant("x")
        }
        #expect(grant == Fixture.grant("theirs"))
    }

    @Test func aFailedRefreshCanBeTriedAgain() async throws {
        let refresher = TokenRefresher(MemorySession(Fixture.grant("old")))
        await #expect(throws: ClientError.unreachable("x")) {
            try await refresher.refreshed(after: Secret("access-old")) { _ in throw ClientError.unreachable("x") }
        }
        let grant = try await refresher.refreshed(after: Secret("access-old")) { _ in Fixture.grant("new") }
        #expect(grant == Fixture.grant("new"))
    }

    @Test func withoutALogInThereIsNoToken() async {
        let refresher = TokenRefresher(MemorySession())
        await #expect(throws: ClientError.notLoggedIn) { try await refresher.current() }
    }
}
