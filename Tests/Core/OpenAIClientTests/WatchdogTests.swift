import Domain
import ModelTestKit
import OpenAIClient
import TestSupport
import Testing

@Suite(.standardTimeLimit) struct WatchdogTests {
    private let clock = TestClock()

    private func watchdog() -> Watchdog {
        Watchdog(
            ModelTimeouts(firstByte: .seconds(120), idle: .seconds(60), total: .seconds(600)),
            clock: clock
        )
    }

    /// Runs a body that `arrange`s its limits, moves the clock, and then waits to be cancelled.
    private func expiry(_ arrange: @escaping @Sendable (Watchdog, TestClock) -> Void) async throws -> Watchdog.Limit? {
        let watchdog = watchdog()
        try await watchdog.run { [clock] in
            arrange(watchdog, clock)
            try? await Task.sleep(for: .seconds(3600))
        }
        return watchdog.expired
    }

    @Test func eachLimitEndsTheBody() async throws {
        let first = try await expiry { watchdog, clock in
            watchdog.expectFirstByte()
            clock.advance(by: .seconds(120))
        }
        let idle = try await expiry { watchdog, clock in
            watchdog.expectFirstByte()
            clock.advance(by: .seconds(119))
            watchdog.expectNextByte()
            clock.advance(by: .seconds(60))
        }
        let total = try await expiry { watchdog, clock in
            for _ in 0..<12 {
                watchdog.expectNextByte()
                clock.advance(by: .seconds(50))
            }
        }
        let paused = try await expiry { watchdog, clock in
            watchdog.expectFirstByte()
            watchdog.pause()
            clock.advance(by: .seconds(600))
        }
        #expect(first == .firstByte && idle == .idle && total == .total && paused == .total)
    }

    @Test func aBodyThatEndsInTimeIsntDisturbed() async throws {
        let watchdog = watchdog()
        try await watchdog.run { [clock] in
            for _ in 0..<9 {
                watchdog.expectNextByte()
                clock.advance(by: .seconds(59))
                await Task.yield()
            }
            #expect(!Task.isCancelled)
        }
        #expect(watchdog.expired == nil)
    }

    @Test func theBodysErrorComesThrough() async {
        await #expect(throws: ModelError.self) {
            try await watchdog().run { throw ModelError(.rejected, "no") }
        }
    }
}
