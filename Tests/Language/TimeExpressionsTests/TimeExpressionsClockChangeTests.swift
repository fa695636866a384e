import Testing

@testable import TimeExpressions

/// The days on which clocks change: instants in UTC, and whether the wall-clock time is doubtful.
@Suite struct TimeExpressionsClockChangeTests {
    struct Change: Sendable {
        let text: String
        let now: String
        let zone: String
        let utc: String
        let isAmbiguous: Bool

        init(_ text: String, _ now: String, _ zone: String, _ utc: String, ambiguous: Bool = false) {
            (self.text, self.now, self.zone, self.utc, isAmbiguous) = (text, now, zone, utc, ambiguous)
        }
    }

    private static let newYork = "America/New_York"
    private static let stockholm = "Europe/Stockholm"
    private static let sydney = "Australia/Sydney"
    private static let kolkata = "Asia/Kolkata"

    @Test(arguments: [
        // The hour from 2 to 3 is skipped.
        Change("2026-03-08 at 2:30am", "2026-03-07T15:00:00Z", newYork, "2026-03-08T07:30:00Z", ambiguous: true),
        Change("2026-03-08 at 1:59am", "2026-03-07T15:00:00Z", newYork, "2026-03-08T06:59:00Z"),
        Change("2026-03-08 at 3am", "2026-03-07T15:00:00Z", newYork, "2026-03-08T07:00:00Z"),
        Change("tomorrow at 2am", "2026-03-07T15:00:00Z", newYork, "2026-03-08T07:00:00Z", ambiguous: true),
        Change("every Sunday at 2:30am", "2026-03-07T15:00:00Z", newYork, "2026-03-08T07:30:00Z", ambiguous: true),
        Change("29 March at 02:30", "2026-03-11T08:00:00Z", stockholm, "2026-03-29T01:30:00Z", ambiguous: true),
        Change("4 October at 02:15", "2026-03-11T08:00:00Z", sydney, "2026-10-03T16:15:00Z", ambiguous: true),
    ])
    func gapIsShiftedForward(_ change: Change) { check(change) }

    @Test(arguments: [
        Change("2026-11-01 at 1:30am", "2026-10-30T15:00:00Z", newYork, "2026-11-01T05:30:00Z", ambiguous: true),
        Change("2026-11-01 at 12:59am", "2026-10-30T15:00:00Z", newYork, "2026-11-01T04:59:00Z"),
        Change("2026-11-01 at 2am", "2026-10-30T15:00:00Z", newYork, "2026-11-01T07:00:00Z"),
        Change("2026-11-01T01:30-05:00", "2026-10-30T15:00:00Z", newYork, "2026-11-01T06:30:00Z"),
        Change("25 October at 02:30", "2026-03-11T08:00:00Z", stockholm, "2026-10-25T00:30:00Z", ambiguous: true),
        Change("5 April at 02:30", "2026-03-11T08:00:00Z", sydney, "2026-04-04T15:30:00Z", ambiguous: true),
        Change("2026-11-01 at 1:30am", "2026-10-30T15:00:00Z", kolkata, "2026-10-31T20:00:00Z"),
    ])
    func foldIsTheFirst(_ change: Change) { check(change) }

    @Test(arguments: [
        // Elapsed hours against days by the wall clock, over the night of the change.
        Change("in 24 hours", "2026-03-07T15:00:00Z", newYork, "2026-03-08T15:00:00Z"),
        Change("in a day", "2026-03-07T15:00:00Z", newYork, "2026-03-08T14:00:00Z"),
        Change("same time tomorrow", "2026-03-07T15:00:00Z", newYork, "2026-03-08T14:00:00Z"),
        Change("in 2 days", "2026-10-31T14:00:00Z", newYork, "2026-11-02T15:00:00Z"),
        Change("in 48 hours", "2026-10-31T14:00:00Z", newYork, "2026-11-02T14:00:00Z"),
        Change("in a week", "2026-03-25T09:00:00Z", stockholm, "2026-04-01T08:00:00Z"),
        Change("in 2 hours", "2026-03-08T06:30:00Z", newYork, "2026-03-08T08:30:00Z"),
        Change("in 30 minutes", "2026-11-01T05:45:00Z", newYork, "2026-11-01T06:15:00Z"),
        Change("same time tomorrow", "2026-03-07T07:30:00Z", newYork, "2026-03-08T07:30:00Z", ambiguous: true),
        Change("in 24 hours", "2026-03-28T09:00:00Z", kolkata, "2026-03-29T09:00:00Z"),
    ])
    func elapsedAndWallClock(_ change: Change) { check(change) }

    @Test(arguments: [
        // New York and Stockholm are five hours apart between the two changes of March, else six.
        Change("3pm Stockholm time", "2026-03-11T13:15:00Z", newYork, "2026-03-11T14:00:00Z"),
        Change("March 30 at 3pm Stockholm time", "2026-03-11T13:15:00Z", newYork, "2026-03-30T13:00:00Z"),
        Change("March 7 2027 at 3pm EST", "2026-03-11T13:15:00Z", stockholm, "2027-03-07T20:00:00Z"),
        Change("July 7 at 3pm EST", "2026-03-11T13:15:00Z", stockholm, "2026-07-07T19:00:00Z", ambiguous: true),
        Change("9am Pacific", "2026-03-11T13:15:00Z", kolkata, "2026-03-11T16:00:00Z"),
    ])
    func zonesOfTwoPeople(_ change: Change) { check(change) }

    @Test func intervalsHaveTheirRealLength() throws {
        let parser = try #require(TimeExpressionParser.at("2026-03-07T15:00:00Z", Self.newYork))
        #expect(parser.parse("tomorrow 1am to 4am").durationMinutes == 120)
        #expect(parser.parse("this weekend").durationMinutes == 47 * 60)
        let autumn = try #require(TimeExpressionParser.at("2026-10-30T15:00:00Z", Self.newYork))
        #expect(autumn.parse("this weekend").durationMinutes == 49 * 60)
    }

    @Test func gapsSayWhatWasDone() throws {
        let parser = try #require(TimeExpressionParser.at("2026-03-07T15:00:00Z", Self.newYork))
        #expect(parser.parse("tomorrow at 2:30am").note?.contains("02:30 doesn't exist, so 03:30 is meant") == true)
        #expect(parser.parse("2026-11-01 at 1:30am").note?.contains("comes twice") == true)
    }

    private func check(_ change: Change) {
        let reading = TimeExpressionParser.at(change.now, change.zone, "en-GB")?.parse(change.text)
        #expect(reading?.utc == change.utc)
        #expect(reading?.ambiguous == change.isAmbiguous)
    }
}
