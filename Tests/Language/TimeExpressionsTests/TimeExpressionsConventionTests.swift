import Testing

/// Every row of the table in the contract (`spotter when`), with its edges, as of Wednesday 11 March 2026, 09:15 in New
/// York.
@Suite struct TimeExpressionsConventionTests {
    @Test(arguments: [
        Row("Wednesday", "date 2026-03-18"),
        Row("thursday", "date 2026-03-12"),
        Row("on Tuesday", "date 2026-03-17"),
        Row("Mon", "date 2026-03-16"),
        Row("sunday", "date 2026-03-15"),
        Row("on wednesday at 3pm", "instant 2026-03-18T15:00"),
        Row("Friday 3pm", "instant 2026-03-13T15:00"),
        Row("3pm Friday", "instant 2026-03-13T15:00"),
    ])
    func bareWeekdayIsStrictlyAfterToday(_ row: Row) {
        row.check(now: "2026-03-11T13:15:00Z", zone: "America/New_York", locale: "en-US")
    }

    @Test(arguments: [
        Row("this wednesday", "date 2026-03-11"),
        Row("this monday", "date 2026-03-16"),
        Row("this friday", "date 2026-03-13"),
        Row("this sunday", "date 2026-03-15"),
        Row("this Wednesday at 11", "instant 2026-03-11T11:00"),
        Row("this coming Friday", "date 2026-03-13"),
    ])
    func thisWeekdayCountsToday(_ row: Row) {
        row.check(now: "2026-03-11T13:15:00Z", zone: "America/New_York", locale: "en-US")
    }

    @Test(arguments: [
        Row("next tuesday at half nine", "instant 2026-03-17T09:30"),
        Row("next friday", "date 2026-03-20 ?"),
        Row("next wednesday", "date 2026-03-18"),
        Row("next monday", "date 2026-03-16"),
        Row("next Sunday", "date 2026-03-22 ?"),
        Row("next Friday at 9", "instant 2026-03-20T09:00 ?"),
        Row("Tuesday next week", "date 2026-03-17"),
        Row("next week on Tuesday at 10", "instant 2026-03-17T10:00"),
    ])
    func nextWeekdayIsOfNextWeek(_ row: Row) {
        row.check(now: "2026-03-11T13:15:00Z", zone: "America/New_York", locale: "en-US")
    }

    @Test(arguments: [
        Row("this weekend", "interval 2026-03-14T00:00..2026-03-16T00:00"),
        Row("next weekend", "interval 2026-03-21T00:00..2026-03-23T00:00 ?"),
        Row("the weekend", "interval 2026-03-14T00:00..2026-03-16T00:00"),
        Row("weekend", "interval 2026-03-14T00:00..2026-03-16T00:00"),
        Row("last weekend", "interval 2026-03-07T00:00..2026-03-09T00:00"),
        Row("the weekend after next", "interval 2026-03-28T00:00..2026-03-30T00:00 ?"),
        Row("this week", "interval 2026-03-09T00:00..2026-03-16T00:00"),
        Row("next week", "interval 2026-03-16T00:00..2026-03-23T00:00"),
        Row("last week", "interval 2026-03-02T00:00..2026-03-09T00:00"),
        Row("the week after next", "interval 2026-03-23T00:00..2026-03-30T00:00"),
    ])
    func weeksAndWeekends(_ row: Row) {
        row.check(now: "2026-03-11T13:15:00Z", zone: "America/New_York", locale: "en-US")
    }

    @Test(arguments: [
        Row("at 1", "instant 2026-03-11T13:00"),
        Row("at 3", "instant 2026-03-11T15:00"),
        Row("at 6", "instant 2026-03-11T18:00"),
        Row("at 7", "instant 2026-03-11T19:00 ?"),
        Row("at 9", "instant 2026-03-11T21:00 ?"),
        Row("at 10", "instant 2026-03-11T10:00"),
        Row("at 11", "instant 2026-03-11T11:00"),
        Row("at 12", "instant 2026-03-11T12:00"),
        Row("tomorrow at 7", "instant 2026-03-12T07:00"),
        Row("tomorrow at 6", "instant 2026-03-12T18:00"),
        Row("tomorrow at 12", "instant 2026-03-12T12:00"),
        Row("Friday at 11", "instant 2026-03-13T11:00"),
        Row("3:30", "instant 2026-03-11T15:30"),
        Row("8:30", "instant 2026-03-11T20:30 ?"),
        Row("12:30", "instant 2026-03-11T12:30"),
        Row("03:30", "instant 2026-03-12T03:30"),
        Row("15:30", "instant 2026-03-11T15:30"),
        Row("today at 8", "instant 2026-03-11T20:00 ?"),
        Row("today at 3", "instant 2026-03-11T15:00"),
    ])
    func hoursWithoutHalf(_ row: Row) {
        row.check(now: "2026-03-11T13:15:00Z", zone: "America/New_York", locale: "en-US")
    }

    @Test(arguments: [
        Row("7 in the evening", "instant 2026-03-11T19:00"),
        Row("9:30 in the evening", "instant 2026-03-11T21:30"),
        Row("3 in the morning", "instant 2026-03-12T03:00"),
        Row("tomorrow morning at 5", "instant 2026-03-12T05:00"),
        Row("tomorrow evening at 7", "instant 2026-03-12T19:00"),
        Row("tomorrow afternoon at 3", "instant 2026-03-12T15:00"),
        Row("tonight at 8", "instant 2026-03-11T20:00"),
        Row("tonight at 12", "instant 2026-03-12T00:00"),
        Row("tonight at 1", "instant 2026-03-12T01:00"),
        Row("friday night at 1", "instant 2026-03-14T01:00"),
        Row("11 at night", "instant 2026-03-11T23:00"),
        Row("1 in the afternoon", "instant 2026-03-11T13:00"),
        Row("tomorrow at 7 in the evening", "instant 2026-03-12T19:00"),
    ])
    func dayPartWordsOverride(_ row: Row) {
        row.check(now: "2026-03-11T13:15:00Z", zone: "America/New_York", locale: "en-US")
    }

    @Test(arguments: [
        Row("tomorrow morning", "interval 2026-03-12T06:00..2026-03-12T12:00"),
        Row("tomorrow at lunchtime", "interval 2026-03-12T12:00..2026-03-12T14:00"),
        Row("tomorrow afternoon", "interval 2026-03-12T12:00..2026-03-12T18:00"),
        Row("tomorrow evening", "interval 2026-03-12T18:00..2026-03-12T22:00"),
        Row("tonight", "interval 2026-03-11T18:00..2026-03-12T00:00"),
        Row("friday night", "interval 2026-03-13T18:00..2026-03-14T00:00"),
        Row("this morning", "interval 2026-03-11T06:00..2026-03-11T12:00"),
        Row("this afternoon", "interval 2026-03-11T12:00..2026-03-11T18:00"),
        Row("this evening", "interval 2026-03-11T18:00..2026-03-11T22:00"),
        Row("last night", "interval 2026-03-10T18:00..2026-03-11T00:00"),
        Row("in the morning", "interval 2026-03-12T06:00..2026-03-12T12:00 ?"),
        Row("in the afternoon", "interval 2026-03-11T12:00..2026-03-11T18:00"),
        Row("lunchtime", "interval 2026-03-11T12:00..2026-03-11T14:00"),
        Row("late tomorrow afternoon", "interval 2026-03-12T15:00..2026-03-12T18:00"),
        Row("early tomorrow morning", "interval 2026-03-12T06:00..2026-03-12T09:00"),
    ])
    func readsPartsOfADay(_ row: Row) {
        row.check(now: "2026-03-11T13:15:00Z", zone: "America/New_York", locale: "en-US")
    }

    @Test(arguments: [
        Row("midnight", "instant 2026-03-12T00:00"),
        Row("midnight tonight", "instant 2026-03-12T00:00"),
        Row("tonight at midnight", "instant 2026-03-12T00:00"),
        Row("Friday at midnight", "instant 2026-03-14T00:00 ?"),
        Row("every day at midnight", "recurrence 2026-03-12T00:00 FREQ=DAILY"),
        Row("half past midnight", "instant 2026-03-12T00:30"),
    ])
    func readsMidnights(_ row: Row) {
        row.check(now: "2026-03-11T13:15:00Z", zone: "America/New_York", locale: "en-US")
    }

    @Test(arguments: [
        Row("in a month", "instant 2026-02-28T12:00"),
        Row("in 3 months", "instant 2026-04-30T12:00"),
        Row("a month from today", "date 2026-02-28"),
        Row("in 2 months at 3pm", "instant 2026-03-31T15:00"),
        Row("a month ago", "instant 2025-12-31T12:00"),
        Row("in a year", "instant 2027-01-31T12:00"),
        Row("end of next month", "date 2026-02-28"),
        Row("the 31st of next month", "date 2026-02-28 ?"),
    ])
    func monthArithmeticClamps(_ row: Row) {
        row.check(now: "2026-01-31T12:00:00Z", zone: "Europe/London", locale: "en-GB")
    }

    @Test(arguments: [
        Row("3/4", "date 2027-03-04"),
        Row("3/14", "date 2026-03-14"),
        Row("3/4/2026", "date 2026-03-04"),
        Row("3/4/26", "date 2026-03-04"),
        Row("25/12", "date 2026-12-25 ?"),
        Row("2026-03-05", "date 2026-03-05"),
        Row("2026/03/05", "date 2026-03-05"),
        Row("3-14-2026", "date 2026-03-14"),
        Row("5.3.2026", "date 2026-03-05"),
        Row("13/14", "none"),
        Row("0/4", "none"),
    ])
    func numericDatesAmerican(_ row: Row) {
        row.check(now: "2026-03-11T13:15:00Z", zone: "America/New_York", locale: "en-US")
    }

    @Test(arguments: [
        Row("3/4", "date 2026-04-03"),
        Row("3/4/2026", "date 2026-04-03"),
        Row("25/12", "date 2026-12-25"),
        Row("31/3", "date 2026-03-31"),
        Row("2026-03-05", "date 2026-03-05"),
        Row("10/10", "date 2026-10-10"),
    ])
    func numericDatesBritish(_ row: Row) {
        row.check(now: "2026-03-11T13:15:00Z", zone: "Europe/London", locale: "en-GB")
    }

    @Test(arguments: [
        Row("3/4", "date 2026-04-03"),
        Row("3/4/2026", "date 2026-04-03"),
        Row("2026-03-05", "date 2026-03-05"),
    ])
    func numericDatesAustralian(_ row: Row) {
        row.check(now: "2026-03-11T01:15:00Z", zone: "Australia/Sydney", locale: "en-AU")
    }

    @Test(arguments: [
        Row("3/4", "date 2026-04-03"),
        Row("3/4/2026", "date 2026-04-03"),
        Row("2026-03-05", "date 2026-03-05"),
    ])
    func numericDatesIndian(_ row: Row) {
        row.check(now: "2026-03-11T13:15:00Z", zone: "Asia/Kolkata", locale: "en-IN")
    }

    @Test(arguments: [
        Row("March 11", "date 2026-03-11"),
        Row("March 10", "date 2027-03-10"),
        Row("March 5", "date 2027-03-05"),
        Row("5 March", "date 2027-03-05"),
        Row("December 25", "date 2026-12-25"),
        Row("Feb 29", "date 2028-02-29"),
        Row("the 5th", "date 2026-04-05"),
        Row("the 11th", "date 2026-03-11"),
        Row("the 31st", "date 2026-03-31"),
        Row("Friday the 13th", "date 2026-03-13"),
        Row("Monday the 13th", "date 2026-04-13"),
    ])
    func datesWithoutYearAreTheNext(_ row: Row) {
        row.check(now: "2026-03-11T13:15:00Z", zone: "America/New_York", locale: "en-US")
    }

    @Test(arguments: [
        Row("in 2 hours", "instant 2026-03-11T11:15"),
        Row("in half an hour", "instant 2026-03-11T09:45"),
        Row("in an hour and a half", "instant 2026-03-11T10:45"),
        Row("in 90 minutes", "instant 2026-03-11T10:45"),
        Row("an hour from now", "instant 2026-03-11T10:15"),
        Row("2 hours ago", "instant 2026-03-11T07:15"),
        Row("in 3 days", "instant 2026-03-14T09:15"),
        Row("in two weeks", "instant 2026-03-25T09:15"),
        Row("in a fortnight", "instant 2026-03-25T09:15"),
        Row("3 days ago", "instant 2026-03-08T09:15"),
        Row("same time tomorrow", "instant 2026-03-12T09:15"),
        Row("same time next Tuesday", "instant 2026-03-17T09:15"),
        Row("this time tomorrow", "instant 2026-03-12T09:15"),
        Row("same time next week", "instant 2026-03-18T09:15"),
    ])
    func elapsedAndWallClock(_ row: Row) {
        row.check(now: "2026-03-11T13:15:00Z", zone: "America/New_York", locale: "en-US")
    }

    @Test(arguments: [
        Row("March 3 to 7", "interval 2027-03-03T00:00..2027-03-08T00:00"),
        Row("Mon-Wed", "interval 2026-03-16T00:00..2026-03-19T00:00"),
        Row("from Monday to Wednesday", "interval 2026-03-16T00:00..2026-03-19T00:00"),
        Row("Monday through Friday", "interval 2026-03-16T00:00..2026-03-21T00:00"),
        Row("3-7 March", "interval 2027-03-03T00:00..2027-03-08T00:00"),
        Row("3rd to 7th of March", "interval 2027-03-03T00:00..2027-03-08T00:00"),
        Row("March 28 - April 2", "interval 2026-03-28T00:00..2026-04-03T00:00"),
        Row("from the 28th to the 3rd", "interval 2026-03-28T00:00..2026-04-04T00:00"),
        Row("tomorrow until Friday", "interval 2026-03-12T00:00..2026-03-14T00:00"),
    ])
    func rangesIncludeTheirLastDay(_ row: Row) {
        row.check(now: "2026-03-11T13:15:00Z", zone: "America/New_York", locale: "en-US")
    }

    @Test(arguments: [
        Row("every Tuesday at 9", "recurrence 2026-03-17T09:00 FREQ=WEEKLY;BYDAY=TU"),
        Row("every Tuesday", "recurrence 2026-03-17 FREQ=WEEKLY;BYDAY=TU"),
        Row("daily at 8", "recurrence 2026-03-12T08:00 FREQ=DAILY"),
        Row("every day at 10", "recurrence 2026-03-11T10:00 FREQ=DAILY"),
        Row("every other Friday", "recurrence 2026-03-13 FREQ=WEEKLY;INTERVAL=2;BYDAY=FR"),
        Row("weekdays at 7am", "recurrence 2026-03-12T07:00 FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
        Row("monthly on the 1st", "recurrence 2026-04-01 FREQ=MONTHLY;BYMONTHDAY=1"),
        Row("every 3 days", "recurrence 2026-03-11 FREQ=DAILY;INTERVAL=3"),
        Row("every Wednesday", "recurrence 2026-03-11 FREQ=WEEKLY;BYDAY=WE"),
        Row("every Wednesday at 8", "recurrence 2026-03-18T08:00 FREQ=WEEKLY;BYDAY=WE"),
        Row("every Wednesday at 10", "recurrence 2026-03-11T10:00 FREQ=WEEKLY;BYDAY=WE"),
    ])
    func readsRecurrences(_ row: Row) {
        row.check(now: "2026-03-11T13:15:00Z", zone: "America/New_York", locale: "en-US")
    }

    @Test(arguments: [
        Row("6 to 8 weeks", "none"),
        Row("24/7", "none"),
        Row("size 10", "none"),
        Row("$50", "none"),
        Row("3-1 win", "none"),
        Row("3-1", "none"),
        Row("5k in 25:30", "none"),
        Row("3 sets of 10", "none"),
        Row("80 kg", "none"),
        Row("7", "none"),
        Row("12", "none"),
        Row("50%", "none"),
        Row("two or three hours", "none"),
        Row("5-10 min", "none"),
        Row("555-123-4567", "none"),
        Row("hello", "none"),
        Row("size", "none"),
        Row("8-12 reps", "none"),
        Row("31 April", "none"),
        Row("Feb 30", "none"),
        Row("25:00", "none"),
        Row("12:60", "none"),
        Row("RPE 8", "none"),
        Row("?", "none"),
        Row(",", "none"),
        Row("for", "none"),
        Row("next", "none"),
        Row("every", "none"),
        Row("at", "none"),
        Row("may be", "none"),
        Row("2-3", "none"),
    ])
    func readsNoTimeWhereThereIsNone(_ row: Row) {
        row.check(now: "2026-03-11T13:15:00Z", zone: "America/New_York", locale: "en-US")
    }
}
