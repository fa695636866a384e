import Foundation
import TestSupport
import Testing

@testable import TimeExpressions

/// `fixtures/times.jsonl`: expressions of all classes in several zones and languages. The expected instants were computed
/// by another implementation (Python's zoneinfo) from the expected local times.
@Suite struct TimeTableTests {
    struct Case: Decodable, Sendable, CustomTestStringConvertible {
        let `class`: String
        let text: String
        let now: String
        let zone: String
        let locale: String
        let kind: ParsedTime.Kind
        let local: String?
        let utc: String?
        let endLocal: String?
        let endUtc: String?
        let minutes: Int?
        let rrule: String?
        let ambiguous: Bool

        var testDescription: String { "\(self.class): \(text)" }

        var expected: ParsedTime {
            ParsedTime(
                kind: kind,
                local: local,
                utc: utc,
                endLocal: endLocal,
                endUtc: endUtc,
                minutes: minutes,
                rrule: rrule,
                ambiguous: ambiguous
            )
        }

        static let all: [Case] = {
            guard let text = try? String(contentsOf: Repository.fixture("times.jsonl"), encoding: .utf8) else {
                return []
            }
            return text.split(separator: "\n").compactMap {
                try? JSONDecoder().decode(Case.self, from: Data($0.utf8))
            }
        }()
    }

    @Test func theTableIsComplete() {
        #expect(Case.all.count >= 1800)
        for language in ["en", "es", "fr", "de", "pt", "sv"] {
            #expect(Case.all.count { $0.locale.hasPrefix(language) } >= 130)
        }
        #expect(Set(Case.all.map(\.zone)).count >= 14)
    }

    @Test(arguments: Case.all)
    func everyExpressionIsUnderstood(_ row: Case) throws {
        let parser = try #require(TimeExpressionParser.at(row.now, row.zone, row.locale))
        let zone = try #require(TimeZone(identifier: row.zone))
        let reading = parser.parse(row.text)
        let expected = row.expected
        #expect(reading.summary == expected.summary)
        #expect(reading.utc == expected.utc)
        #expect(reading.endUtc == expected.endUtc)
        #expect(reading.zoneDisagreement(zone) == nil)
        #expect(!reading.ambiguous || reading.note != nil)
    }
}
