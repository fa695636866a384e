import Domain
import Testing

@testable import ModelBudgets

/// The day and the month that a budget is for.
@Suite struct UsageWindowsTests {
    @Test(arguments: [
        ("2026-02-28T23:59:59Z", "2026-02-28T00:00:00Z", "2026-03-01T00:00:00Z", "2026-02-01T00:00:00Z"),
        ("2026-03-01T00:00:00Z", "2026-03-01T00:00:00Z", "2026-03-02T00:00:00Z", "2026-03-01T00:00:00Z"),
        ("2024-02-29T12:00:00Z", "2024-02-29T00:00:00Z", "2024-03-01T00:00:00Z", "2024-02-01T00:00:00Z"),
    ])
    func daysAndMonthsAreThoseOfUTC(now: String, day: String, nextDay: String, month: String) throws {
        let windows = UsageWindows(at: try #require(Timestamp(rfc3339: now)))
        #expect(windows.day == (try Self.range(day, nextDay)))
        #expect(windows.month.lowerBound == (try #require(Timestamp(rfc3339: month))))
        #expect(windows.month.contains(windows.day.lowerBound))
    }

    @Test func whatIsLeftOfABudgetIsNeverMoreThanItsRoom() {
        var used = UsageSum()
        (used.requests, used.inputTokens, used.outputTokens) = (1, 600, 200)
        let room = BudgetRoom(BudgetLimits.Window(requests: 2, tokens: 1_000), used: used)
        #expect(room.output(wanted: 8_192, input: 0, price: nil) == 200)
        #expect(room.output(wanted: 50, input: 100, price: nil) == 50)
        // An answer of less than 128 tokens that was to be longer isn't worth its request.
        #expect(room.output(wanted: 8_192, input: 100, price: nil) == nil)
        #expect(BudgetRoom(BudgetLimits.Window(requests: 1), used: used).output(wanted: 1, input: 0, price: nil) == nil)
    }

    private static func range(_ start: String, _ end: String) throws -> Range<Timestamp> {
        try #require(Timestamp(rfc3339: start))..<#require(Timestamp(rfc3339: end))
    }
}
