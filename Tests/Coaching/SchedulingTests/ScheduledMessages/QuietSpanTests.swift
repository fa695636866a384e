import Domain
import Testing

@testable import Scheduling

@Suite struct QuietSpanTests {
    @Test(arguments: [
        ("22:00", "07:00", "2026-03-11T23:30:00", "2026-03-12T07:00:00"),
        ("22:00", "07:00", "2026-03-11T06:59:59", "2026-03-11T07:00:00"),
        ("22:00", "07:00", "2026-03-11T22:00:00", "2026-03-12T07:00:00"),
        ("12:00", "13:30", "2026-03-11T12:15:00", "2026-03-11T13:30:00"),
        // The night in which New York's clock goes forward, and that in which it goes back.
        ("22:00", "07:00", "2026-03-08T01:30:00", "2026-03-08T07:00:00"),
        ("22:00", "07:00", "2026-10-31T23:30:00", "2026-11-01T07:00:00"),
    ])
    func itEndsOnTheWallClock(from: String, to: String, at: String, end: String) throws {
        let clock = try #require(LocalClock(identifier: "America/New_York"))
        let span = try QuietSpan(QuietHours(from: from, to: to))
        let instant = try #require(clock.instant(iso: at))
        #expect(span.end(around: instant, on: clock) == clock.instant(iso: end))
    }

    @Test(arguments: ["2026-03-11T07:00:00", "2026-03-11T12:00:00", "2026-03-11T21:59:59"])
    func otherwiseItIsLoud(at: String) throws {
        let span = try QuietSpan(QuietHours(from: "22:00", to: "07:00"))
        #expect(span.end(around: try #require(LocalClock.utc.instant(iso: at)), on: .utc) == nil)
    }

    @Test func theSecondHalfOfAnHourThatOccursTwiceEndsAfterItself() throws {
        let clock = try #require(LocalClock(identifier: "America/New_York"))
        let span = try QuietSpan(QuietHours(from: "01:00", to: "01:45"))
        let second = try #require(Timestamp(rfc3339: "2026-11-01T01:30:00-05:00"))
        #expect(span.end(around: second, on: clock) == second.adding(minutes: 15))
    }

    @Test(arguments: [("22:00", "22:00"), ("24:00", "07:00"), ("7:00", "08:00"), ("aa:bb", "08:00"), ("", "")])
    func whatIsNoSpanIsRefused(from: String, to: String) {
        #expect(throws: SpotterError.self) { try QuietSpan(QuietHours(from: from, to: to)) }
    }
}
