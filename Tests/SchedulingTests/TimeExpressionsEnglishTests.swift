import Testing

/// The ways people say it, as of Wednesday 11 March 2026, 09:15 in New York.
@Suite("Time expressions: English")
struct TimeExpressionsEnglishTests {
    @Test(arguments: [
        Row("today", "date 2026-03-11"),
        Row("tomorrow", "date 2026-03-12"),
        Row("the day after tomorrow", "date 2026-03-13"),
        Row("yesterday", "date 2026-03-10"),
        Row("the day before yesterday", "date 2026-03-09"),
        Row("tommorow", "date 2026-03-12"),
        Row("tmrw", "date 2026-03-12"),
        Row("a week on Tuesday", "date 2026-03-24"),
        Row("Tuesday week", "date 2026-03-24"),
        Row("a week tomorrow", "date 2026-03-19"),
        Row("tomorrow week", "date 2026-03-19"),
        Row("a week from today", "date 2026-03-18"),
        Row("two weeks from tomorrow", "date 2026-03-26"),
        Row("two weeks on Friday", "date 2026-03-27"),
        Row("a fortnight on Friday", "date 2026-03-27"),
        Row("a week from Friday at 3pm", "instant 2026-03-20T15:00"),
        Row("the Friday after next", "date 2026-03-27 ?"),
        Row("the Tuesday after next", "date 2026-03-24"),
        Row("the day after Christmas", "date 2026-12-26"),
        Row("3 days after March 5", "date 2027-03-08"),
        Row("2 days before the 5th", "date 2026-04-03"),
        Row("wendesday at 5", "instant 2026-03-18T17:00"),
        Row("last friday", "date 2026-03-06"),
        Row("this past Friday", "date 2026-03-06"),
        Row("in a few days", "instant 2026-03-14T09:15"),
    ])
    func relativeDays(_ row: Row) {
        row.check(now: "2026-03-11T13:15:00Z", zone: "America/New_York", locale: "en-US")
    }

    @Test(arguments: [
        Row("3pm", "instant 2026-03-11T15:00"),
        Row("3 p.m.", "instant 2026-03-11T15:00"),
        Row("3PM", "instant 2026-03-11T15:00"),
        Row("1530h", "instant 2026-03-11T15:30"),
        Row("at 1530", "instant 2026-03-11T15:30"),
        Row("half nine", "instant 2026-03-11T09:30"),
        Row("half past nine", "instant 2026-03-11T09:30"),
        Row("quarter past 4", "instant 2026-03-11T16:15"),
        Row("quarter to five", "instant 2026-03-11T16:45"),
        Row("ten to five", "instant 2026-03-11T16:50"),
        Row("twenty-five to six", "instant 2026-03-11T17:35"),
        Row("10 to 5", "instant 2026-03-11T16:50"),
        Row("noon", "instant 2026-03-11T12:00"),
        Row("midday", "instant 2026-03-11T12:00"),
        Row("3 o'clock", "instant 2026-03-11T15:00"),
        Row("7ish", "instant 2026-03-11T19:00 ?"),
        Row("around 3pm", "instant 2026-03-11T15:00"),
        Row("3pm sharp", "instant 2026-03-11T15:00"),
        Row("9.30am", "instant 2026-03-11T09:30"),
        Row("3.30 pm", "instant 2026-03-11T15:30"),
        Row("three thirty", "instant 2026-03-11T15:30"),
        Row("seven oh five pm", "instant 2026-03-11T19:05"),
        Row("twelve thirty", "instant 2026-03-11T12:30"),
        Row("at nine fifteen", "instant 2026-03-11T09:15"),
        Row("12am", "instant 2026-03-12T00:00"),
        Row("12pm", "instant 2026-03-11T12:00"),
        Row("8am", "instant 2026-03-12T08:00"),
        Row("half one", "instant 2026-03-11T13:30"),
        Row("quarter to one", "instant 2026-03-11T12:45"),
        Row("EOD", "instant 2026-03-11T18:00"),
    ])
    func clockTimes(_ row: Row) {
        row.check(now: "2026-03-11T13:15:00Z", zone: "America/New_York", locale: "en-US")
    }

    @Test(arguments: [
        Row("12 Mar at 15:00", "instant 2026-03-12T15:00"),
        Row("Friday, March 13 at 3pm", "instant 2026-03-13T15:00"),
        Row("Fri 13 Mar 2026 15:00", "instant 2026-03-13T15:00"),
        Row("5th of March 2027", "date 2027-03-05"),
        Row("March the 5th, 2027", "date 2027-03-05"),
        Row("Mar. 5", "date 2027-03-05"),
        Row("Sept 3", "date 2026-09-03"),
        Row("on the 5th at 4", "instant 2026-04-05T16:00"),
        Row("3/14/2026 at 9am", "instant 2026-03-14T09:00"),
        Row("morning of March 5", "interval 2027-03-05T06:00..2027-03-05T12:00"),
        Row("evening of the 5th", "interval 2026-04-05T18:00..2026-04-05T22:00"),
        Row("noon tomorrow", "instant 2026-03-12T12:00"),
        Row("new year's eve at 8pm", "instant 2026-12-31T20:00"),
        Row("Friday, March 14", "date 2026-03-14 ?"),
        Row("on Friday by 5pm", "instant 2026-03-13T17:00"),
        Row("half ten tomorrow", "instant 2026-03-12T10:30"),
        Row("tomorrow 9", "instant 2026-03-12T09:00"),
        Row("Thurs at 4", "instant 2026-03-12T16:00"),
    ])
    func datesAndTimes(_ row: Row) {
        row.check(now: "2026-03-11T13:15:00Z", zone: "America/New_York", locale: "en-US")
    }

    @Test(arguments: [
        Row("first Monday of April", "date 2026-04-06"),
        Row("second Tuesday in May", "date 2026-05-12"),
        Row("last Friday of the month", "date 2026-03-27"),
        Row("third Thursday of next month", "date 2026-04-16"),
        Row("last day of the month", "date 2026-03-31"),
        Row("first Monday of the month", "date 2026-04-06 ?"),
        Row("end of the month", "date 2026-03-31"),
        Row("start of next month", "date 2026-04-01"),
        Row("beginning of April", "date 2026-04-01"),
        Row("end of March", "date 2026-03-31"),
        Row("end of the week", "date 2026-03-13 ?"),
        Row("mid-April", "interval 2026-04-11T00:00..2026-04-21T00:00 ?"),
        Row("early April", "interval 2026-04-01T00:00..2026-04-11T00:00 ?"),
        Row("late April", "interval 2026-04-21T00:00..2026-05-01T00:00 ?"),
        Row("early next week", "interval 2026-03-16T00:00..2026-03-18T00:00 ?"),
    ])
    func monthPositions(_ row: Row) {
        row.check(now: "2026-03-11T13:15:00Z", zone: "America/New_York", locale: "en-US")
    }

    @Test(arguments: [
        Row("this month", "interval 2026-03-01T00:00..2026-04-01T00:00"),
        Row("next month", "interval 2026-04-01T00:00..2026-05-01T00:00"),
        Row("last month", "interval 2026-02-01T00:00..2026-03-01T00:00"),
        Row("the month after next", "interval 2026-05-01T00:00..2026-06-01T00:00"),
        Row("April", "interval 2026-04-01T00:00..2026-05-01T00:00"),
        Row("in April", "interval 2026-04-01T00:00..2026-05-01T00:00"),
        Row("April 2027", "interval 2027-04-01T00:00..2027-05-01T00:00"),
        Row("next April", "interval 2026-04-01T00:00..2026-05-01T00:00"),
        Row("this year", "interval 2026-01-01T00:00..2027-01-01T00:00"),
        Row("next year", "interval 2027-01-01T00:00..2028-01-01T00:00"),
        Row("in 2027", "interval 2027-01-01T00:00..2028-01-01T00:00"),
        Row("later today", "interval 2026-03-11T09:15..2026-03-12T00:00"),
        Row("later this week", "interval 2026-03-11T09:15..2026-03-16T00:00"),
        Row("rest of the week", "interval 2026-03-11T09:15..2026-03-16T00:00"),
        Row("for the next two weeks", "interval 2026-03-11T09:15..2026-03-25T09:15"),
        Row("the past 7 days", "interval 2026-03-04T09:15..2026-03-11T09:15"),
        Row("last 2 weeks", "interval 2026-02-25T09:15..2026-03-11T09:15"),
        Row("next hour", "interval 2026-03-11T09:15..2026-03-11T10:15"),
        Row("within 2 hours", "interval 2026-03-11T09:15..2026-03-11T11:15"),
        Row("in the next 3 days", "interval 2026-03-11T09:15..2026-03-14T09:15"),
        Row("until Friday", "interval 2026-03-11T09:15..2026-03-14T00:00"),
        Row("until 5pm", "interval 2026-03-11T09:15..2026-03-11T17:00"),
        Row("since Monday", "interval 2026-03-09T00:00..2026-03-11T09:15"),
        Row("since March", "interval 2026-03-01T00:00..2026-03-11T09:15"),
        Row("since yesterday", "interval 2026-03-10T00:00..2026-03-11T09:15"),
        Row("the week of March 16", "interval 2026-03-16T00:00..2026-03-23T00:00"),
    ])
    func periods(_ row: Row) {
        row.check(now: "2026-03-11T13:15:00Z", zone: "America/New_York", locale: "en-US")
    }

    @Test(arguments: [
        Row("from 3 to 4pm", "interval 2026-03-11T15:00..2026-03-11T16:00"),
        Row("3-4pm", "interval 2026-03-11T15:00..2026-03-11T16:00"),
        Row("between 2 and 4 on Friday", "interval 2026-03-13T14:00..2026-03-13T16:00"),
        Row("11am-1pm", "interval 2026-03-11T11:00..2026-03-11T13:00"),
        Row("11-1pm", "interval 2026-03-11T11:00..2026-03-11T13:00"),
        Row("10-2pm", "interval 2026-03-11T10:00..2026-03-11T14:00"),
        Row("10pm to 2am", "interval 2026-03-11T22:00..2026-03-12T02:00"),
        Row("from 11 to 1", "interval 2026-03-11T11:00..2026-03-11T13:00"),
        Row("from 10 to 5", "interval 2026-03-11T10:00..2026-03-11T17:00"),
        Row("from 9 to 5", "interval 2026-03-12T09:00..2026-03-12T17:00 ?"),
        Row("Saturday 9-11", "interval 2026-03-14T09:00..2026-03-14T11:00"),
        Row("3 to 5 tomorrow afternoon", "interval 2026-03-12T15:00..2026-03-12T17:00"),
        Row("6-8 tomorrow evening", "interval 2026-03-12T18:00..2026-03-12T20:00"),
        Row("tomorrow from 10am to noon", "interval 2026-03-12T10:00..2026-03-12T12:00"),
        Row("9:00-17:00 on Friday", "interval 2026-03-13T09:00..2026-03-13T17:00"),
        Row("tomorrow at 3pm to Friday at 5pm", "interval 2026-03-12T15:00..2026-03-13T17:00"),
        Row("tomorrow at 3pm for 45 minutes", "interval 2026-03-12T15:00..2026-03-12T15:45 45min"),
        Row("for 45 minutes tomorrow at 3pm", "interval 2026-03-12T15:00..2026-03-12T15:45 45min"),
    ])
    func clockRanges(_ row: Row) {
        row.check(now: "2026-03-11T13:15:00Z", zone: "America/New_York", locale: "en-US")
    }

    @Test(arguments: [
        Row("90 minutes", "duration 90min"),
        Row("for 45 minutes", "duration 45min"),
        Row("an hour", "duration 60min"),
        Row("half an hour", "duration 30min"),
        Row("an hour and a half", "duration 90min"),
        Row("1h30", "duration 90min"),
        Row("1h 30m", "duration 90min"),
        Row("1 hour 30 minutes", "duration 90min"),
        Row("2 hrs 15 mins", "duration 135min"),
        Row("two and a half hours", "duration 150min"),
        Row("2.5 hours", "duration 150min"),
        Row("2½ hours", "duration 150min"),
        Row("three quarters of an hour", "duration 45min"),
        Row("quarter of an hour", "duration 15min"),
        Row("half a day", "duration 720min"),
        Row("2 days", "duration 2880min"),
        Row("two weeks", "duration 20160min"),
        Row("a fortnight", "duration 20160min"),
        Row("a month", "duration 43200min ?"),
        Row("45-minute", "duration 45min"),
        Row("twenty-five minutes", "duration 25min"),
        Row("a couple of hours", "duration 120min"),
        Row("30 seconds", "none"),
    ])
    func lengths(_ row: Row) {
        row.check(now: "2026-03-11T13:15:00Z", zone: "America/New_York", locale: "en-US")
    }

    @Test(arguments: [
        Row("every Tuesday and Thursday at 6pm", "recurrence 2026-03-12T18:00 FREQ=WEEKLY;BYDAY=TU,TH"),
        Row("Mondays at 9", "recurrence 2026-03-16T09:00 FREQ=WEEKLY;BYDAY=MO"),
        Row("Mondays and Wednesdays at 6", "recurrence 2026-03-11T18:00 FREQ=WEEKLY;BYDAY=MO,WE"),
        Row("every weekday at 7", "recurrence 2026-03-12T07:00 FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
        Row("every weekend", "recurrence 2026-03-14 FREQ=WEEKLY;BYDAY=SA,SU"),
        Row("every morning", "recurrence 2026-03-12T06:00..2026-03-12T12:00 FREQ=DAILY"),
        Row("every morning at 7", "recurrence 2026-03-12T07:00 FREQ=DAILY"),
        Row("every Monday morning", "recurrence 2026-03-16T06:00..2026-03-16T12:00 FREQ=WEEKLY;BYDAY=MO"),
        Row("every month on the 15th", "recurrence 2026-03-15 FREQ=MONTHLY;BYMONTHDAY=15"),
        Row("every year on March 5", "recurrence 2027-03-05 FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=5"),
        Row("every March 5", "recurrence 2027-03-05 FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=5"),
        Row("every first Monday of the month at 10", "recurrence 2026-04-06T10:00 FREQ=MONTHLY;BYDAY=1MO"),
        Row("the last Friday of every month", "recurrence 2026-03-27 FREQ=MONTHLY;BYDAY=-1FR"),
        Row("the 1st of every month", "recurrence 2026-04-01 FREQ=MONTHLY;BYMONTHDAY=1"),
        Row("every 2 weeks on Monday at 9", "recurrence 2026-03-16T09:00 FREQ=WEEKLY;INTERVAL=2;BYDAY=MO"),
        Row("biweekly", "recurrence 2026-03-11 FREQ=WEEKLY;INTERVAL=2 ?"),
        Row("weekly on Fridays at noon", "recurrence 2026-03-13T12:00 FREQ=WEEKLY;BYDAY=FR"),
        Row("hourly", "recurrence 2026-03-11T10:15 FREQ=HOURLY"),
        Row("every 2 hours", "recurrence 2026-03-11T11:15 FREQ=HOURLY;INTERVAL=2"),
        Row("every 30 minutes", "recurrence 2026-03-11T09:45 FREQ=MINUTELY;INTERVAL=30"),
        Row("every half hour", "recurrence 2026-03-11T09:45 FREQ=MINUTELY;INTERVAL=30"),
        Row("every other day at 8pm", "recurrence 2026-03-11T20:00 FREQ=DAILY;INTERVAL=2"),
        Row("every second Tuesday", "recurrence 2026-03-17 FREQ=WEEKLY;INTERVAL=2;BYDAY=TU"),
        Row("every third Friday", "recurrence 2026-03-13 FREQ=WEEKLY;INTERVAL=3;BYDAY=FR ?"),
        Row(
            "every Tuesday at 9 until June 1",
            "recurrence 2026-03-17T09:00 FREQ=WEEKLY;BYDAY=TU;UNTIL=20260601T130000Z"
        ),
        Row("every Tuesday at 9 for 6 weeks", "recurrence 2026-03-17T09:00 FREQ=WEEKLY;BYDAY=TU;COUNT=6"),
        Row("every Tuesday from 3 to 4pm", "recurrence 2026-03-17T15:00..2026-03-17T16:00 FREQ=WEEKLY;BYDAY=TU"),
        Row("annually on July 4", "recurrence 2026-07-04 FREQ=YEARLY;BYMONTH=7;BYMONTHDAY=4"),
        Row("every Mon, Wed and Fri at 6:30am", "recurrence 2026-03-13T06:30 FREQ=WEEKLY;BYDAY=MO,WE,FR"),
        Row("twice a week", "recurrence ?"),
        Row("3 times a week", "recurrence ?"),
    ])
    func repetitions(_ row: Row) {
        row.check(now: "2026-03-11T13:15:00Z", zone: "America/New_York", locale: "en-US")
    }

    @Test(arguments: [
        Row("3pm EST", "instant 2026-03-11T15:00 ?"),
        Row("3pm EDT", "instant 2026-03-11T15:00"),
        Row("15:00 London time", "instant 2026-03-11T11:00"),
        Row("9am Pacific", "instant 2026-03-11T12:00"),
        Row("3pm in Stockholm", "instant 2026-03-11T10:00"),
        Row("15:00 UTC", "instant 2026-03-11T11:00"),
        Row("15:00 UTC+02:00", "instant 2026-03-12T09:00"),
        Row("3pm GMT+1", "instant 2026-03-11T10:00"),
        Row("3pm CET", "instant 2026-03-11T10:00"),
        Row("2026-03-12T15:00:00Z", "instant 2026-03-12T11:00"),
        Row("2026-03-12T15:00+02:00", "instant 2026-03-12T09:00"),
        Row("2026-03-12T15:00", "instant 2026-03-12T15:00"),
        Row("2026-03-12 15:00", "instant 2026-03-12T15:00"),
        Row("tomorrow 9am London time", "instant 2026-03-12T05:00"),
        Row("3pm ET", "instant 2026-03-11T15:00"),
    ])
    func zones(_ row: Row) {
        row.check(now: "2026-03-11T13:15:00Z", zone: "America/New_York", locale: "en-US")
    }
}
