import Domain
import Foundation
import Testing

@testable import Scheduling

@Suite struct RecurrenceRuleTests {
    /// Occurrences after the anchor.
    private func occurrences(_ rule: String, from anchor: String, zone: String, count: Int) throws -> [Timestamp] {
        let rule = try #require(RecurrenceRule(rule))
        let clock = try #require(LocalClock(identifier: zone))
        var found: [Timestamp] = []
        var last = instant(anchor)
        while found.count < count, let next = rule.next(after: last, startingAt: instant(anchor), clock: clock) {
            found.append(next)
            last = next
        }
        return found
    }

    /// One pass over the days finds what stepping from one occurrence to the next finds.
    @Test(arguments: [
        "FREQ=DAILY;COUNT=40", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR,SU", "FREQ=MONTHLY;BYMONTHDAY=31;COUNT=9",
        "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;UNTIL=20270101", "FREQ=YEARLY", "FREQ=WEEKLY;COUNT=1",
    ])
    func onePassFindsWhatStepsFind(text: String) throws {
        let rule = try #require(RecurrenceRule(text))
        for zone in ["America/New_York", "Australia/Lord_Howe", "Africa/Casablanca"] {
            let clock = try #require(LocalClock(identifier: zone))
            let (anchor, end) = (instant("2026-03-06T07:30Z"), instant("2027-06-01T00:00Z"))
            for after in [anchor.adding(milliseconds: -1), anchor, instant("2026-10-25T00:30Z")] {
                var stepped: [Timestamp] = []
                var last = after
                while let next = rule.next(after: last, startingAt: anchor, clock: clock), next <= end {
                    stepped.append(next)
                    last = next
                }
                let hasMore = rule.next(after: last, startingAt: anchor, clock: clock) != nil
                let found = rule.occurrences(after: after, until: end, startingAt: anchor, clock: clock, max: 1_000)
                #expect(found.instants == stepped && found.hasMore == hasMore, "\(text) in \(zone) after \(after)")
                let few = rule.occurrences(after: after, until: end, startingAt: anchor, clock: clock, max: 3)
                #expect(few.instants == Array(stepped.prefix(3)))
            }
        }
    }

    @Test(arguments: [
        ("FREQ=DAILY", ["2026-03-07T14:00Z", "2026-03-08T13:00Z", "2026-03-09T13:00Z"]),
        ("FREQ=WEEKLY;BYDAY=MO,FR", ["2026-03-09T13:00Z", "2026-03-13T13:00Z", "2026-03-16T13:00Z"]),
        ("FREQ=WEEKLY;INTERVAL=2", ["2026-03-20T13:00Z", "2026-04-03T13:00Z", "2026-04-17T13:00Z"]),
        ("FREQ=MONTHLY;BYDAY=-1FR", ["2026-03-27T13:00Z", "2026-04-24T13:00Z", "2026-05-29T13:00Z"]),
        ("FREQ=MONTHLY;BYDAY=1MO", ["2026-04-06T13:00Z", "2026-05-04T13:00Z", "2026-06-01T13:00Z"]),
        ("FREQ=MONTHLY;BYMONTHDAY=31", ["2026-03-31T13:00Z", "2026-05-31T13:00Z", "2026-07-31T13:00Z"]),
        ("FREQ=MONTHLY;BYMONTHDAY=-1", ["2026-03-31T13:00Z", "2026-04-30T13:00Z", "2026-05-31T13:00Z"]),
        (
            "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
            ["2026-03-31T13:00Z", "2026-04-30T13:00Z", "2026-05-29T13:00Z"]
        ),
        ("FREQ=YEARLY", ["2027-03-06T14:00Z", "2028-03-06T14:00Z", "2029-03-06T14:00Z"]),
        ("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", ["2028-02-29T14:00Z", "2032-02-29T14:00Z", "2036-02-29T14:00Z"]),
        ("FREQ=HOURLY;INTERVAL=12", ["2026-03-07T02:00Z", "2026-03-07T14:00Z", "2026-03-08T02:00Z"]),
        ("FREQ=DAILY;BYHOUR=8,20;BYMINUTE=30", ["2026-03-07T01:30Z", "2026-03-07T13:30Z", "2026-03-08T01:30Z"]),
        ("FREQ=DAILY;COUNT=3", ["2026-03-07T14:00Z", "2026-03-08T13:00Z"]),
        ("FREQ=DAILY;UNTIL=20260308", ["2026-03-07T14:00Z", "2026-03-08T13:00Z"]),
        ("RRULE:FREQ=DAILY;UNTIL=20260307T140000Z", ["2026-03-07T14:00Z"]),
    ])
    func followsTheClockOnTheWall(rule: String, expected: [String]) throws {
        // Friday, 6 March 2026, 09:00 in New York; its clock goes forward on the 8th.
        let found = try occurrences(rule, from: "2026-03-06T14:00Z", zone: "America/New_York", count: 3)
        #expect(found == expected.map { instant($0) })
    }

    @Test func aSkippedHourDoesNotShiftTheDaysAfter() throws {
        let found = try occurrences("FREQ=DAILY", from: "2026-03-07T02:30-05:00", zone: "America/New_York", count: 2)
        #expect(found == [instant("2026-03-08T03:30-04:00"), instant("2026-03-09T02:30-04:00")])
    }

    @Test(arguments: [
        "", "DAILY", "FREQ=", "FREQ=SECONDLY", "FREQ=DAILY;INTERVAL=0", "FREQ=DAILY;INTERVAL=99999999999999999999",
        "FREQ=DAILY;COUNT=1;UNTIL=20260101", "FREQ=WEEKLY;BYDAY=1MO", "FREQ=MONTHLY;BYDAY=6MO", "FREQ=DAILY;BYDAY=XX",
        "FREQ=DAILY;FREQ=DAILY", "FREQ=DAILY;UNTIL=20260230", "FREQ=DAILY;BYMONTHDAY=0",
        "FREQ=DAILY;X=1", "FREQ=WEEKLY;BYDAY=", "FREQ=WEEKLY;BYDAY=,", "FREQ=WEEKLY;WKST=XX", "FREQ=WEEKLY;WKST=",
        "FREQ=YEARLY;BYWEEKNO=20", "FREQ=HOURLY;BYDAY=MO", "FREQ=DAILY;BYHOUR=", "FREQ=DAILY;UNTIL=2026010١",
    ])
    func whatIsNoRuleIsRefused(text: String) { #expect(RecurrenceRule(text) == nil) }

    /// The examples of RFC 5545: with two days a week, the first day of weeks tells which weeks every second one is.
    @Test(arguments: [
        ("MO", ["1997-08-10T13:00Z", "1997-08-19T13:00Z", "1997-08-24T13:00Z"]),
        ("SU", ["1997-08-17T13:00Z", "1997-08-19T13:00Z", "1997-08-31T13:00Z"]),
    ])
    func weeksBeginWhereTheRuleSays(day: String, expected: [String]) throws {
        let rule = "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=\(day)"
        let found = try occurrences(rule, from: "1997-08-05T13:00Z", zone: "America/New_York", count: 3)
        #expect(found == expected.map { instant($0) })
    }

    /// Every phone of some makers writes it into each rule.
    @Test(arguments: ["DAILY", "WEEKLY", "WEEKLY;BYDAY=FR", "MONTHLY", "YEARLY"], ["SU", "SA", "MO"])
    func theFirstDayOfWeeksIsTaken(frequency: String, day: String) throws {
        let plain = try occurrences("FREQ=\(frequency)", from: "2026-03-06T14:00Z", zone: "UTC", count: 4)
        let rule = "FREQ=\(frequency);WKST=\(day)"
        #expect(try occurrences(rule, from: "2026-03-06T14:00Z", zone: "UTC", count: 4) == plain)
    }

    @Test(arguments: [
        ("FREQ=WEEKLY;BYDAY=SA;", "FREQ=WEEKLY;BYDAY=SA"), ("FREQ=WEEKLY;BYDAY=MO,FR,", "FREQ=WEEKLY;BYDAY=MO,FR"),
        ("RRULE:FREQ=MONTHLY;;BYMONTHDAY=1,15,;", "FREQ=MONTHLY;BYMONTHDAY=1,15"), ("FREQ=DAILY;;", "FREQ=DAILY"),
    ])
    func separatorsOfNothingMeanNothing(text: String, plain: String) throws {
        #expect(RecurrenceRule.value(text) == plain)
        #expect(try #require(RecurrenceRule(text)) == #require(RecurrenceRule(plain)))
    }

    @Test func aRuleThatNeverMatchesEnds() throws {
        #expect(
            try occurrences("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", from: "2026-01-01T00:00Z", zone: "UTC", count: 1)
                .isEmpty
        )
        let rule = try #require(RecurrenceRule("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"))
        let anchor = instant("2026-01-01T00:00Z")
        let found = rule.occurrences(after: anchor, until: .latest, startingAt: anchor, clock: .utc, max: 1)
        #expect(found.instants.isEmpty && !found.hasMore, "the next years are enough to know")
    }

    /// However long ago it began: only a `COUNT` has the days since then gone over.
    @Test(arguments: [
        ("FREQ=DAILY;INTERVAL=2", ["2026-03-12T12:00Z", "2026-03-14T12:00Z"]),
        ("FREQ=YEARLY;COUNT=3000", ["2027-01-01T12:00Z", "2028-01-01T12:00Z"]),
    ])
    func whatBeganLongAgoGoesOn(text: String, next: [String]) throws {
        let rule = try #require(RecurrenceRule(text))
        let (anchor, after) = (instant("0001-01-01T12:00Z"), instant("2026-03-11T12:00Z"))
        let found = rule.occurrences(after: after, until: .latest, startingAt: anchor, clock: .utc, max: 2)
        #expect(found.instants == next.map { instant($0) } && found.hasMore)
    }
}
