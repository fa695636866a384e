import Domain
import Testing

@testable import Importing

/// The order of day, month and year follows from all dates of a file together.
@Suite struct DateDecisionTests {
    private func decide(_ dates: [String], _ hints: DateDecision.Hints) -> DateDecision.Result {
        DateDecision(dates.compactMap { WhatsAppHeader("\($0), 9:41 - Sara: hi") }, hints).result
    }

    @Test(
        arguments: [
            (["1/2/24", "1/3/24", "1/20/24"], nil, DateOrder.monthFirst),
            (["1/2/24", "2/2/24", "20/2/24"], nil, .dayFirst),
            (["1/2/24", "20/2/24"], "en-US", .dayFirst),
            (["1/2/24", "1/3/24"], "en-US", .monthFirst),
            (["1/2/24", "1/3/24"], "en-GB", .dayFirst),
            (["3/1/24", "1/2/24"], nil, .dayFirst),
            (["1/3/24", "2/1/24"], nil, .monthFirst),
            (["1/2/24", "1/3/24"], nil, nil),
            (["20/2/24", "2/20/24"], "en-US", nil),
            (["2024-02-20"], nil, .yearFirst),
            // Nobody writes a month first with dots or hyphens.
            (["1.2.24", "1.3.24"], nil, .dayFirst),
            (["05-06-2024", "06-06-2024"], nil, .dayFirst),
            (["24/10/30", "24/10/31"], nil, .yearFirst),
            (["24/10/09", "24/10/10", "24/10/11"], nil, .yearFirst),
            (["12/03/25", "13/03/25"], nil, .dayFirst),
            // The same day either way.
            (["5/5/24", "6/6/24"], nil, .dayFirst),
            // In September it would be in the future.
            (["9/2/26"], nil, .dayFirst),
            // Messages may be late once in a while.
            (
                ["1/2/24", "1/3/24", "1/2/24"] + (4...12).map { "1/\($0)/24" }
                    + (1...72).map { "\(2 + ($0 - 1) / 12)/\(($0 - 1) % 12 + 1)/24" }, nil,
                .monthFirst
            ),
        ] as [([String], String?, DateOrder?)]
    )
    func dayAndMonthAreToldApart(_ dates: [String], _ locale: String?, _ expected: DateOrder?) {
        let result = decide(dates, .init(locale: locale, now: time("2026-03-11T13:15:00Z")))
        guard let expected else {
            if case .reading(let reading) = result { Issue.record("read as \(reading)") }
            return
        }
        #expect(result == .reading(DateReading(order: expected, calendar: .gregorian)))
    }

    @Test func whatTheUserSaysHolds() {
        let result = decide(["1/2/24", "20/2/24"], .init(order: .monthFirst))
        #expect(result == .reading(DateReading(order: .monthFirst, calendar: .gregorian)))
    }

    @Test(
        arguments: [
            ("31/12/2566", DateOrder.dayFirst, "2023-12-31"), ("31/12/66", .dayFirst, "2023-12-31"),
            ("1404/3/9", .yearFirst, "2025-05-30"), ("04/3/9", .yearFirst, "2025-05-30"),
            ("1404/12/30", .yearFirst, nil), ("1403/12/30", .yearFirst, "2025-03-20"),
            ("14/12/1446", .dayFirst, "2025-06-10"), ("114/10/31", .yearFirst, "2025-10-31"),
            ("2025/2/30", .yearFirst, nil), ("2025/13/3", .yearFirst, nil),
        ] as [(String, DateOrder, String?)]
    )
    func yearsOfOtherCalendarsAreRead(_ date: String, _ order: DateOrder, _ expected: String?) throws {
        let header = try #require(WhatsAppHeader("\(date), 9:41 - Sara: hi"))
        let result = DateDecision([header], .init(order: order, now: time("2026-03-11T13:15:00Z"))).result
        guard case .reading(let reading) = result else { return #expect(Bool(false)) }
        let days = reading.days(header.date, yearPlace: header.style.yearPlace)
        let day = days.map { String(Timestamp(milliseconds: Int64($0) * 86_400_000).description.prefix(10)) }
        #expect(day == expected)
    }
}
