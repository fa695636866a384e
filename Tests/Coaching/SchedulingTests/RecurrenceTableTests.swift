import Domain
import Foundation
import TestSupport
import Testing

@testable import Scheduling

/// `fixtures/calendar-rules.jsonl`: the instants of random rules as dateutil and zoneinfo have them
/// (`scripts/calendar-rules 400 1`).
@Suite(.standardTimeLimit) struct RecurrenceTableTests {
    struct Case: Decodable, Sendable {
        let zone: String
        let start: String
        let rule: String
        let instants: [Int64]
    }

    @Test func rulesHaveTheInstantsOfAnotherImplementation() throws {
        var (refused, wrong) = ([String](), [String]())
        let lines = try String(contentsOf: Repository.fixture("calendar-rules.jsonl"), encoding: .utf8).split(
            separator: "\n"
        )
        for line in lines {
            let known = try JSONDecoder().decode(Case.self, from: Data(line.utf8))
            let clock = try #require(LocalClock(identifier: known.zone))
            let rule: RecurrenceRule
            do {
                rule = try RecurrenceRule(reading: known.rule)
            } catch {
                let isWeekly = known.rule.hasPrefix("FREQ=WEEKLY")
                let parts = isWeekly ? ["BYSETPOS="] : ["BYWEEKNO=", "BYYEARDAY="]
                #expect(parts.contains { error.part.hasPrefix($0) }, "\(known.rule): \(error.part)")
                refused.append(known.rule)
                continue
            }
            let start = try #require(clock.instant(iso: known.start))
            let expected = known.instants.map { Timestamp(milliseconds: $0 * 1000) }
            let last = try #require(expected.last)
            let found = rule.occurrences(
                after: start.adding(milliseconds: -1),
                until: last,
                startingAt: start,
                clock: clock,
                max: expected.count + 1
            )
            let ends = expected.count < 12 && (rule.count != nil || rule.until != nil)
            if found.instants != expected || (ends && found.hasMore) { wrong.append("\(known)") }
        }
        #expect(wrong.isEmpty, "\(wrong.count) of \(lines.count): \(wrong.prefix(5).joined(separator: "\n"))")
        #expect(refused.count < lines.count / 10)
    }

    @Test(arguments: [
        ("FREQ=SECONDLY", "FREQ=SECONDLY"), ("FREQ=YEARLY;BYWEEKNO=20", "BYWEEKNO=20"), ("BYDAY=MO", "FREQ"),
        ("FREQ=WEEKLY;BYMONTHDAY=3", "BYMONTHDAY=3"), ("FREQ=MONTHLY;BYDAY=6MO", "BYDAY=6MO"), ("FREQ=DAILY;X", "X"),
        ("FREQ=DAILY;COUNT=2;UNTIL=20260401", "UNTIL=20260401"), ("FREQ=DAILY;BYSETPOS=2", "BYSETPOS=2"),
        ("FREQ=WEEKLY;BYDAY=MO,TU;BYSETPOS=1", "BYSETPOS=1"), ("FREQ=DAILY;COUNT=x;BYDAY=MO", "COUNT=X"),
    ])
    func aRefusalNamesThePart(rule: String, part: String) {
        let fault = #expect(throws: RecurrenceRule.Fault.self) { try RecurrenceRule(reading: rule) }
        #expect(fault?.part == part)
    }
}
