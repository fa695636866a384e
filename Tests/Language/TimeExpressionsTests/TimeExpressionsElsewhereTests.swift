import Testing

/// The same conventions seen from other moments, zones and locales.
@Suite struct TimeExpressionsElsewhereTests {
    @Test(arguments: [
        Row("sunday", "date 2026-03-22"),
        Row("this sunday", "date 2026-03-15"),
        Row("next sunday", "date 2026-03-22"),
        Row("monday", "date 2026-03-16"),
        Row("next monday", "date 2026-03-16"),
        Row("this weekend", "interval 2026-03-14T00:00..2026-03-16T00:00"),
        Row("next weekend", "interval 2026-03-21T00:00..2026-03-23T00:00"),
        Row("last weekend", "interval 2026-03-07T00:00..2026-03-09T00:00"),
        Row("this week", "interval 2026-03-09T00:00..2026-03-16T00:00"),
        Row("next week", "interval 2026-03-16T00:00..2026-03-23T00:00"),
        Row("last sunday", "date 2026-03-08"),
        Row("at 10", "instant 2026-03-15T10:00"),
        Row("at 9:59", "instant 2026-03-15T21:59 ?"),
    ])
    func onASunday(_ row: Row) {
        row.check(now: "2026-03-15T14:00:00Z", zone: "America/New_York", locale: "en-US")
    }

    @Test(arguments: [
        Row("today", "date 2026-03-13"),
        Row("tomorrow", "date 2026-03-14"),
        Row("at 11", "instant 2026-03-14T11:00 ?"),
        Row("at 7", "instant 2026-03-14T07:00 ?"),
        Row("at 11:45", "instant 2026-03-13T23:45 ?"),
        Row("tonight", "interval 2026-03-13T18:00..2026-03-14T00:00"),
        Row("midnight", "instant 2026-03-14T00:00"),
        Row("in 1 hour", "instant 2026-03-14T00:30"),
        Row("in the evening", "interval 2026-03-14T18:00..2026-03-14T22:00"),
        Row("friday", "date 2026-03-20"),
        Row("this friday", "date 2026-03-13"),
        Row("noon", "instant 2026-03-14T12:00"),
    ])
    func lateOnAFriday(_ row: Row) {
        row.check(now: "2026-03-14T03:30:00Z", zone: "America/New_York", locale: "en-US")
    }

    @Test(arguments: [
        Row("next month", "interval 2026-02-01T00:00..2026-03-01T00:00"),
        Row("the 31st", "date 2026-01-31"),
        Row("the 30th", "date 2026-03-30"),
        Row("Feb 29", "date 2028-02-29"),
        Row("last monday of february", "date 2026-02-23"),
        Row("monthly on the 31st", "recurrence 2026-01-31 FREQ=MONTHLY;BYMONTHDAY=31"),
        Row("every month on the 30th", "recurrence 2026-03-30 FREQ=MONTHLY;BYMONTHDAY=30"),
        Row("one month from now", "instant 2026-02-28T12:00"),
    ])
    func atTheEndOfJanuary(_ row: Row) {
        row.check(now: "2026-01-31T12:00:00Z", zone: "Europe/London", locale: "en-GB")
    }

    @Test(arguments: [
        Row("tomorrow", "date 2026-12-31"),
        Row("friday", "date 2027-01-01"),
        Row("next week", "interval 2027-01-04T00:00..2027-01-11T00:00"),
        Row("next month", "interval 2027-01-01T00:00..2027-02-01T00:00"),
        Row("new year's day", "date 2027-01-01"),
        Row("2/1", "date 2027-01-02"),
        Row("next year", "interval 2027-01-01T00:00..2028-01-01T00:00"),
        Row("in 3 days", "instant 2027-01-02T10:00"),
        Row("saturday to monday", "interval 2027-01-02T00:00..2027-01-05T00:00"),
        Row("next monday at 6", "instant 2027-01-04T18:00"),
        Row("9am London time", "instant 2026-12-30T20:00"),
    ])
    func atNewYearInSydney(_ row: Row) {
        row.check(now: "2026-12-29T23:00:00Z", zone: "Australia/Sydney", locale: "en-AU")
    }

    @Test(arguments: [
        Row("at 6", "instant 2026-03-12T18:00 ?"),
        Row("at 7", "instant 2026-03-11T19:00 ?"),
        Row("at 12", "instant 2026-03-12T12:00 ?"),
        Row("tonight at 9", "instant 2026-03-11T21:00"),
        Row("tomorrow 6am", "instant 2026-03-12T06:00"),
        Row("15:00 UTC", "instant 2026-03-11T20:30"),
        Row("in 20 minutes", "instant 2026-03-11T19:05"),
        Row("5pm", "instant 2026-03-12T17:00"),
        Row("9am New York time", "instant 2026-03-12T18:30"),
    ])
    func readsTimesInKolkata(_ row: Row) {
        row.check(now: "2026-03-11T13:15:00Z", zone: "Asia/Kolkata", locale: "en-IN")
    }

    @Test(arguments: [
        Row("half nine", "instant 2026-06-10T21:30 ?"),
        Row("half twelve", "instant 2026-06-10T12:30"),
        Row("quarter to one", "instant 2026-06-10T12:45"),
        Row("twenty past seven in the evening", "instant 2026-06-10T19:20"),
        Row("5 minutes past 8", "instant 2026-06-10T20:05 ?"),
        Row("at 3.30pm", "instant 2026-06-10T15:30"),
        Row("in a fortnight", "instant 2026-06-24T12:00"),
        Row("tomorrow fortnight", "date 2026-06-25"),
        Row("next Sunday", "date 2026-06-21 ?"),
        Row("3pm BST", "instant 2026-06-10T15:00"),
    ])
    func inLondonInSummer(_ row: Row) {
        row.check(now: "2026-06-10T11:00:00Z", zone: "Europe/London", locale: "en-GB")
    }
}
