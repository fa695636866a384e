import Domain
import Foundation
import Testing

@testable import TimeExpressions

/// The order of day and month where no locale is said, and zones by the names that people use.
@Suite struct TimeExpressionsZoneTests {
    private static func parser(_ zone: String, locale: String? = nil) throws -> TimeExpressionParser {
        let now = try #require(Timestamp(rfc3339: "2026-03-11T13:15:00Z"))
        return TimeExpressionParser(now: now, timeZone: try #require(TimeZone(identifier: zone)), locale: locale)
    }

    @Test(arguments: [
        ("America/New_York", "2026-04-05"), ("Pacific/Honolulu", "2026-04-05"), ("Asia/Manila", "2026-04-05"),
        ("Europe/London", "2026-05-04"), ("America/Sao_Paulo", "2026-05-04"), ("America/Mexico_City", "2026-05-04"),
        ("Australia/Sydney", "2026-05-04"), ("Asia/Kolkata", "2026-05-04"),
    ])
    func dayAndMonthAreInTheOrderOfTheZone(_ zone: String, _ date: String) throws {
        let parser = try Self.parser(zone)
        #expect(parser.parse("4/5").summary == "date \(date)")
        #expect(parser.find(in: "see you on 4/5").first?.reading.local == date)
    }

    /// UTC says nothing of a habit, and Canadians have both.
    @Test(arguments: [nil, "en", "en-CA"])
    func theOpenOrderIsAsked(locale: String?) throws {
        let parser = try Self.parser("UTC", locale: locale)
        let first = locale == "en-CA"
        let reading = parser.parse("4/5")
        #expect(reading.ambiguous && reading.doubts.map(\.kind) == [.dayMonth])
        let days = ["Monday 4 May", "Sunday 5 April"]
        #expect(reading.note?.hasPrefix("\(days[first ? 0 : 1]) is meant; \(days[first ? 1 : 0])") == true)
        #expect(parser.parse("4/15").local == "2026-04-15" && !parser.parse("5/5").ambiguous)
    }

    @Test func whatWasSaidGoesBeforeTheZone() throws {
        #expect(try Self.parser("America/New_York", locale: "en-GB").parse("4/5").local == "2026-05-04")
    }

    @Test(arguments: [
        ("book Sara at 9am in Portugal", "at 9am in Portugal"), ("it was nice at 6pm in nice weather", "at 6pm"),
        ("lift at 6pm on jordan", "at 6pm"), ("call at 6pm Canary Islands time", "at 6pm Canary Islands time"),
    ])
    func placesInSentences(_ text: String, _ expected: String) throws {
        let found = try Self.parser("America/New_York").find(in: text).map { String(text[$0.range]) }
        #expect(found == [expected])
    }
}
