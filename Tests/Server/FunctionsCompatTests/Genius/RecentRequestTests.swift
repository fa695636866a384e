import Accounts
import Domain
import Gateway
import ModelTestKit
import ServerTestKit
import SpotterServer
import Synchronization
import TestSupport
import Testing

@testable import FunctionsCompat

/// The app sends each request twice.
@Suite(.standardTimeLimit) struct RecentRequestTests {
    private static let start = Timestamp(milliseconds: 1_773_234_900_000)

    private static func key(_ body: String, session: UInt64 = 1, path: String = "/advice") -> RecentRequests<Int>.Key {
        let user = User(
            id: UserID(high: 1, low: session),
            email: "a@example.com",
            displayName: "A",
            role: .trainer,
            timezone: "UTC"
        )
        let principal = Principal(user: user, sessionId: SessionID(high: 2, low: session))
        return .init(principal, path: path, body: Array(body.utf8))
    }

    @Test func equalRequestsWithinASecondAreOne() async throws {
        let clock = ManualClock(Self.start)
        let recent = RecentRequests<Int>(clock: clock)
        let begun = Mutex(0)
        let begin: @Sendable () async throws -> Int = {
            begun.withLock {
                $0 += 1; return $0
            }
        }
        #expect(try await recent.value(Self.key("a"), begin) == 1)
        clock.advance(milliseconds: 999)
        #expect(try await recent.value(Self.key("a"), begin) == 1)
        // The second that came didn't begin another second.
        clock.advance(milliseconds: 1)
        #expect(try await recent.value(Self.key("a"), begin) == 2)
        for (key, value) in [
            (Self.key("b"), 3), (Self.key("a", session: 2), 4), (Self.key("a", path: "/advice-non-streaming"), 5),
        ] { #expect(try await recent.value(key, begin) == value) }
        // A clock that was set back shares nothing.
        clock.advance(milliseconds: -5_000)
        #expect(try await recent.value(Self.key("a"), begin) == 6)
    }

    @Test func whoComesWhileTheFirstBeginsWaitsForIt() async throws {
        let recent = RecentRequests<Int>(clock: ManualClock(Self.start))
        let begun = Count()
        let values = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<50 {
                group.addTask {
                    try await recent.value(Self.key("a")) {
                        for _ in 0..<100 { await Task.yield() }
                        return begun.next()
                    }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(values == Array(repeating: 1, count: 50))
    }

    @Test func anErrorIsSharedAndNotRemembered() async throws {
        let recent = RecentRequests<Int>(clock: ManualClock(Self.start))
        await #expect(throws: SpotterError.self) {
            try await recent.value(Self.key("a")) { throw SpotterError.invalid("no") }
        }
        #expect(try await recent.value(Self.key("a")) { 7 } == 7)
    }

    /// Both get the whole stream; the question is asked, stored, paid and counted once.
    @Test func twoAtOnceAreAnsweredOnce() async throws {
        let provider = try await ScriptedProvider { _, _ in .text(#"{"advice":"Let her rest.","confidence":0.5}"#) }
        let settings = ServerConfiguration.LanguageModelSettings(
            baseURL: provider.baseURL,
            apiKey: nil,
            model: "scripted"
        )
        // The server's clock stands still: what comes within the test comes within the second.
        let clock = ManualClock(Self.start)
        try await StudioFixture.open(
            model: settings,
            configure: {
                $0.clock = clock
                $0.stopLimitClock()
                $0.limits.questions = Rate(1, perSeconds: 3_600)
            }
        ) { studio in
            let body = StudioFixture.asking("Should Sara run?", more: ["enable_web_search": true])
            async let first = studio.door("POST", "/advice", studio.token, body)
            async let second = studio.door("POST", "/advice", studio.token, body)
            let (one, two) = (try await first, try await second)
            #expect(one.status == 200 && one.text == two.text && one.text.contains("response_complete"))
            #expect(provider.requests.count == 1)
            #expect(try await studio.conversations().count == 1)
            // The budget of one question is used up by both together.
            let other = try await studio.door("POST", "/advice", studio.token, StudioFixture.asking("And Mike?"))
            #expect(other.status == 429 && other.json["detail"]?.string != nil && other.headers["retry-after"] != nil)
        }
        await provider.stop()
    }

    @Test func anotherUsersEqualRequestIsTheirOwn() async throws {
        try await StudioFixture.withKnee { studio in
            let body = StudioFixture.asking("What hurts?")
            let sara = Credential.bearer(studio.sara.accessToken.reveal())
            async let first = studio.advise(body)
            async let second = studio.advise(body, by: sara)
            let (mine, hers) = (try await first, try await second)
            #expect(mine.responseId != nil && mine.responseId != hers.responseId)
        }
    }
}

/// Numbers from 1 on.
private final class Count: Sendable {
    private let value = Mutex(0)

    func next() -> Int {
        value.withLock {
            $0 += 1
            return $0
        }
    }
}
