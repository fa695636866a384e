import Domain
import NIOCore
import Synchronization
import TestSupport
import Testing

@testable import Gateway

@Suite struct LoginThrottleTests {
    /// Moved by the test.
    private final class Clock: Sendable {
        let nanoseconds = Mutex<Int64>(1_000_000_000_000)
        func advance(milliseconds: Int) { nanoseconds.withLock { $0 += Int64(milliseconds) * 1_000_000 } }
    }

    private let clock = Clock()
    private static let wrong = SpotterError(.invalidCredentials, "no")

    private func throttle(
        _ rate: Rate? = Rate(100, perSeconds: 600),
        nodes: Int? = nil,
        capacity: Int = 1000
    ) -> LoginThrottle {
        let count = nodes.map { nodes -> @Sendable () -> Int in { nodes } }
        return LoginThrottle(rate, nodes: count, capacity: capacity) { [clock] in clock.nanoseconds.withLock { $0 } }
    }

    private func address(_ text: String) throws -> ClientAddress {
        ClientAddress(peer: try SocketAddress(ipAddress: text, port: 1))
    }

    /// - Returns: how long to wait, where the try wasn't let through; 0 where it was.
    private func fail(_ throttle: LoginThrottle, _ account: String, _ from: ClientAddress) async -> Int? {
        do {
            try await throttle.attempt(account, from: from) { throw Self.wrong }
            return nil
        } catch let error as SpotterError {
            if error.code == .invalidCredentials { return 0 }
            return error.code == .rateLimited ? error.retryAfterMs : nil
        } catch {
            return nil
        }
    }

    @Test func waitsLongerEachTime() async throws {
        let (throttle, home) = (throttle(), try address("192.0.2.1"))
        for _ in 0..<5 { #expect(await fail(throttle, "sara@example.com", home) == 0) }
        for seconds in [1, 2, 4, 8, 16, 32, 60, 60] {
            let wait = try #require(await fail(throttle, " SARA@example.com", home))
            #expect((seconds * 1000...seconds * 1000 + 1).contains(wait), "the same account, however it's written")
            clock.advance(milliseconds: seconds * 1000 - 1)
            #expect(await fail(throttle, "sara@example.com", home).map { $0 > 0 } == true, "not yet")
            clock.advance(milliseconds: 1)
            #expect(await fail(throttle, "sara@example.com", home) == 0)
        }
        clock.advance(milliseconds: 900_000)
        for _ in 0..<5 { #expect(await fail(throttle, "sara@example.com", home) == 0, "forgiven") }
    }

    /// Within three minutes, whoever guesses at one server after the other has few more tries than at one alone.
    @Test(arguments: [(1, 13), (2, 16), (5, 30)]) func serversShareTheTries(count: Int, expected: Int) async throws {
        let home = try address("192.0.2.1")
        let servers = (0..<count).map { _ in throttle(nil, nodes: count) }
        var tries = 0
        for _ in 0...183 {
            for server in servers {
                while await fail(server, "sara@example.com", home) == 0 { tries += 1 }
            }
            clock.advance(milliseconds: 1000)
        }
        #expect(tries == expected)
    }

    @Test func nobodyLocksAStrangerOut() async throws {
        let throttle = throttle(nil)
        let (attacker, home) = (try address("192.0.2.1"), try address("192.0.2.2"))
        for _ in 0..<50 { _ = await fail(throttle, "sara@example.com", attacker) }
        #expect(await fail(throttle, "sara@example.com", attacker) != 0)
        try await throttle.attempt("sara@example.com", from: home) {}
        #expect(await fail(throttle, "sara@example.com", attacker) != 0, "her log-in doesn't help the attacker")
    }

    @Test func aSuccessForgives() async throws {
        let (throttle, home) = (throttle(), try address("192.0.2.1"))
        for _ in 0..<4 {
            for _ in 0..<4 { #expect(await fail(throttle, "sara@example.com", home) == 0) }
            try await throttle.attempt("sara@example.com", from: home) {}
        }
        #expect(throttle.count == 0)
    }

    @Test func anAddressHasABudgetOverAllAccounts() async throws {
        let (throttle, home) = (throttle(), try address("192.0.2.1"))
        for number in 0..<100 { #expect(await fail(throttle, "\(number)@example.com", home) == 0) }
        #expect(await fail(throttle, "other@example.com", home).map { $0 > 0 } == true)
        #expect(await fail(throttle, "other@example.com", try address("192.0.2.2")) == 0)
        let local = try address("127.0.0.1")
        for number in 0..<1000 { #expect(await fail(throttle, "\(number)@example.com", local) == 0) }
    }

    /// A failure of the server isn't a wrong password, and what is under way at once is bounded.
    @Test func countsOnlyWrongOnes() async throws {
        let (throttle, home) = (throttle(), try address("192.0.2.1"))
        for _ in 0..<20 {
            await #expect(throws: SpotterError.self) {
                try await throttle.attempt("sara@example.com", from: home) {
                    throw SpotterError(.unavailable, "full", retryable: true)
                }
            }
        }
        #expect(await fail(throttle, "sara@example.com", home) == 0)
        #expect(throttle.count == 1)
    }

    @Test func guessesAtOnceDontShareOneWait() async throws {
        let (throttle, home) = (throttle(), try address("192.0.2.1"))
        for _ in 0..<5 { _ = await fail(throttle, "sara@example.com", home) }
        clock.advance(milliseconds: 1001)
        try? await throttle.attempt("sara@example.com", from: home) {
            #expect(await fail(throttle, "sara@example.com", home) == 1000, "while one is under way")
            throw Self.wrong
        }
    }

    @Test func memoryStaysBounded() async throws {
        let (throttle, home) = (throttle(nil, capacity: 100), try address("192.0.2.1"))
        for number in 0..<1000 { _ = await fail(throttle, "\(number)@example.com", home) }
        #expect(throttle.count <= 100)
    }
}
