import AsyncHTTPClient
import Domain
import NIOCore
import ServerTestKit
import Synchronization
import TestSupport
import Testing

@testable import Gateway
@testable import SpotterServer

/// Whoever sends faster than one may is read more slowly, and not refused.
@Suite(.standardTimeLimit) struct BytePaceTests {
    /// A clock that only sleeping moves.
    private final class SleepClock: Sendable {
        private let state = Mutex<(now: Int64, slept: [Duration])>((0, []))

        var now: Int64 { state.withLock { $0.now } }

        func sleep(_ duration: Duration) {
            state.withLock { state in
                state.now += Int64(duration / .nanoseconds(1))
                state.slept.append(duration)
            }
        }

        /// What was slept since the last call.
        func slept() -> [Duration] {
            state.withLock { state in
                defer { state.slept = [] }
                return state.slept
            }
        }
    }

    @Test func whatIsTooMuchWaits() async throws {
        let clock = SleepClock()
        let limiter = RateLimiter(Rate(1000, burst: 5000))
        let pace = BytePace(limiter: limiter, now: { clock.now }, sleep: { clock.sleep($0) })
        try await pace.wait(for: 5000)
        #expect(clock.slept() == [])
        try await pace.wait(for: 100)
        #expect(clock.slept() == [.milliseconds(100)])
        try await pace.wait(for: 1)
        #expect(clock.slept() == [.milliseconds(50)], "not for single packets")
        try await pace.wait(for: 49)
        #expect(clock.slept() == [])
        try await pace.wait(for: 600)
        #expect(clock.slept() == [.milliseconds(250), .milliseconds(250), .milliseconds(100)])
        try await pace.wait(for: 1_000_000)
        #expect(clock.slept().reduce(.zero, +) == .seconds(5), "as much as a burst")
    }

    /// Stands still until it is let go; then each look at it is a day later.
    private final class LimitClock: Sendable {
        private let state = Mutex<(now: Int64, runs: Bool)>((1_000_000_000_000, false))

        func now() -> Int64 {
            state.withLock { state in
                if state.runs { state.now += 86_400_000_000_000 }
                return state.now
            }
        }

        func letGo() { state.withLock { $0.runs = true } }
    }

    @Test func anUploadWaitsAndThoseOfOthersDoNot() async throws {
        let clock = LimitClock()
        let text = Array(String(repeating: "0123456789", count: 300).utf8)
        try await TestServer.run(configure: {
            $0.limitClock = { clock.now() }
            $0.limits.uploadBytes = Rate(1, burst: 1000)
        }) { server in
            let sara = try await server.register("Sara", role: .client)
            let id = try await server.begin("c1", size: text.count, as: sara).mediaId
            let (body, feed) = AsyncStream<ByteBuffer>.makeStream()
            feed.yield(ByteBuffer(bytes: text[..<1000]))
            async let upload = server.send(
                "PATCH",
                "/v1/media/\(id)",
                as: sara,
                headers: ["Upload-Offset": "0"],
                body: .stream(body, length: .known(Int64(text.count)))
            )
            func offset() async throws -> Int? { try await server.request("GET", "/v1/media/\(id)", as: sara).offset }
            try await until("a burst is taken") { try await offset() == 1000 }
            feed.yield(ByteBuffer(bytes: text[1000...]))
            feed.finish()
            let mike = try await server.register("Mike", role: .client)
            #expect(try await server.upload(Array(text[..<1000]), name: "a.txt", id: "c1", as: mike).state == "ready")
            #expect(try await offset() == 1000, "what is too much isn't read")
            clock.letGo()
            let done = try await upload
            #expect(done.state == "ready" && done.offset == text.count, "nothing is refused or lost")
        }
    }

    /// Sockets and requests share the pace of texts.
    @Test func aMessageWaitsAndThoseOfOthersDoNot() async throws {
        let clock = LimitClock()
        try await TestServer.run(configure: {
            $0.limitClock = { clock.now() }
            $0.limits.socketBytes = Rate(1, burst: 100)
        }) { server in
            let (trainer, client, chat) = try await server.pair()
            let path = "/v1/chats/\(chat.id)/messages"
            @Sendable func send(_ id: String, as user: TestUser) async throws -> Int {
                let text = String(repeating: "x", count: 60)
                return try await server.request(
                    "POST",
                    path,
                    as: user,
                    json: ["clientMessageId": id, "text": text]
                ).status
            }
            #expect(try await send("1", as: trainer) == 201)
            async let second = send("2", as: trainer)
            let limits = server.server.limits
            await until("the second is under way") { limits.underWay.count == 1 }
            #expect(try await send("3", as: client) == 201)
            clock.letGo()
            #expect(try await second == 201)
            let page = try await server.request("GET", path, as: client)
            let ids = (page.json["messages"] as? [[String: Any]])?.compactMap { $0["clientMessageId"] as? String }
            #expect(ids == ["1", "3", "2"], "what is too much waits, and isn't lost")
        }
    }
}
