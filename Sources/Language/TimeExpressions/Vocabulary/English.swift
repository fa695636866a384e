extension TimeVocabulary {
    static let english = TimeVocabulary(
        englishCalendar + englishHolidays + englishClock + englishNumbers + englishSmallWords + englishMeasures,
        correctable: true
    )

    private static let englishCalendar: [(String, TimeWord)] = [
        ("monday|mon", .weekday(1)), ("tuesday|tue|tues", .weekday(2)), ("wednesday|wed|weds|wensday", .weekday(3)),
        ("thursday|thu|thur|thurs", .weekday(4)), ("friday|fri", .weekday(5)), ("saturday|sat", .weekday(6)),
        ("sunday|sun", .weekday(7)),
        ("mondays", .weekdays(1)), ("tuesdays", .weekdays(2)), ("wednesdays", .weekdays(3)),
        ("thursdays", .weekdays(4)), ("fridays", .weekdays(5)), ("saturdays", .weekdays(6)), ("sundays", .weekdays(7)),
        ("weekday|workday|work day|working day|business day", .workday),
        ("weekdays|workdays|working days|business days", .workdays),
        ("weekend|week end", .weekend), ("weekends", .weekends),
        ("january|jan", .month(1)), ("february|feb|febuary", .month(2)), ("march|mar", .month(3)),
        ("april|apr", .month(4)), ("may", .month(5)), ("june|jun", .month(6)), ("july|jul", .month(7)),
        ("august|aug", .month(8)), ("september|sep|sept", .month(9)), ("october|oct", .month(10)),
        ("november|nov", .month(11)), ("december|dec", .month(12)),
        ("today|2day", .relativeDay(0)),
        ("tomorrow|tommorow|tommorrow|tomorow|tmrw|tmr|tmrrw|tomoz|2moro|2morrow|to-morrow", .relativeDay(1)),
        ("day after tomorrow|the day after tomorrow|overmorrow", .relativeDay(2)),
        ("yesterday", .relativeDay(-1)),
        ("day before yesterday|the day before yesterday", .relativeDay(-2)),
        ("tonight|tonite|this night", .partOfDay(0, .night)), ("now|right now|straight away|right away", .now),
        ("second|seconds|sec|secs", .unit(.second)), ("minute|minutes|min|mins", .unit(.minute)),
        ("hour|hours|hr|hrs|h", .unit(.hour)), ("day|days", .unit(.day)), ("week|weeks|wk|wks", .unit(.week)),
        ("fortnight|fortnights", .unit(.fortnight)), ("month|months", .unit(.month)),
        ("year|years|yr|yrs", .unit(.year)),
    ]

    private static let englishClock: [(String, TimeWord)] = [
        ("am|a.m.|a.m|a m", .am), ("pm|p.m.|p.m|p m", .pm), ("o'clock|oclock|o clock", .oclock),
        ("noon|noonish|midday|mid-day|mid day|12 noon|twelve noon|high noon", .noon),
        ("midnight|12 midnight|twelve midnight", .midnight),
        ("morning|morn", .part(.morning)), ("lunchtime|lunch time|lunch", .part(.lunchtime)),
        ("afternoon|arvo", .part(.afternoon)), ("evening|eve", .part(.evening)),
        ("night|nite|nighttime", .part(.night)),
        ("first thing", .part(.morning)),
        ("good morning|good afternoon|good evening|good night|good day", .greeting),
        ("end of day|end of the day|end of business|close of business|eod|cob", .endOfDay),
        ("past|after", .past), ("half", .half), ("quarter|quarters", .quarter),
        ("around|about|approximately|roughly|approx|approx.|circa|~", .about), ("ish|-ish|or so", .ish),
        ("sharp|exactly|on the dot|precisely", .sharp),
        ("same time|the same time|this time|same hour", .sameTime),
        ("time|local time|time zone|timezone", .time),
        ("his time|his local time|his own time|his time zone|his timezone", .timeOf(.he)),
        ("her time|her local time|her own time|her time zone|her timezone", .timeOf(.she)),
        ("their time|their local time|their own time|their time zone|their timezone", .timeOf(.they)),
        ("your time|your local time|your own time|your time zone|your timezone", .timeOf(.you)),
        ("my time|my local time|my own time|my time zone|my timezone|our time", .timeOf(nil)),
    ]

    private static let englishNumbers: [(String, TimeWord)] = [
        ("zero|oh", .number(0)), ("one", .number(1)), ("two", .number(2)), ("three", .number(3)),
        ("four", .number(4)), ("five", .number(5)), ("six", .number(6)), ("seven", .number(7)), ("eight", .number(8)),
        ("nine", .number(9)), ("ten", .number(10)), ("eleven", .number(11)), ("twelve", .number(12)),
        ("thirteen", .number(13)), ("fourteen", .number(14)), ("fifteen", .number(15)), ("sixteen", .number(16)),
        ("seventeen", .number(17)), ("eighteen", .number(18)), ("nineteen", .number(19)), ("twenty", .number(20)),
        ("thirty", .number(30)), ("forty|fourty", .number(40)), ("fifty", .number(50)), ("sixty", .number(60)),
        ("seventy", .number(70)), ("eighty", .number(80)), ("ninety", .number(90)),
        ("first", .ordinal(1)), ("second", .ordinal(2)),
        ("second to last|second-to-last|penultimate|last but one", .ordinal(-2)), ("third", .ordinal(3)),
        ("fourth", .ordinal(4)),
        ("fifth", .ordinal(5)), ("sixth", .ordinal(6)), ("seventh", .ordinal(7)), ("eighth", .ordinal(8)),
        ("ninth", .ordinal(9)), ("tenth", .ordinal(10)), ("eleventh", .ordinal(11)), ("twelfth", .ordinal(12)),
        ("thirteenth", .ordinal(13)), ("fourteenth", .ordinal(14)), ("fifteenth", .ordinal(15)),
        ("sixteenth", .ordinal(16)), ("seventeenth", .ordinal(17)), ("eighteenth", .ordinal(18)),
        ("nineteenth", .ordinal(19)), ("twentieth", .ordinal(20)), ("thirtieth", .ordinal(30)),
        ("a|an", .one), ("couple|a couple|couple of|a couple of", .couple), ("few|a few|several", .few),
    ]

    private static let englishSmallWords: [(String, TimeWord)] = [
        ("the", .the), ("this|current", .this), ("next|following", .next), ("last|previous|past", .last),
        ("coming|upcoming", .coming), ("after next", .afterNext),
        ("beginning|start", .start), ("end", .end), ("mid|middle|middle of", .mid), ("early", .early), ("late", .late),
        ("later", .later), ("rest of|the rest of|remainder of", .rest), ("all", .all), ("last", .end),
        ("at|@", .at), ("on", .on), ("in", .in), ("of", .of), ("by|no later than|not later than|never later than", .by),
        ("to|till|'til|til", .to),
        ("until|till|til|up to|up until", .until), ("through|thru", .through), ("since", .since), ("from", .from),
        ("between", .between), ("and|&", .and), ("or", .or), ("for|lasting", .for), ("within", .within),
        ("during|over", .in), ("before|prior to|earlier than|any time before|anytime before|sometime before", .before),
        (
            "after|later than|no earlier than|not earlier than|not before|any time after|anytime after|sometime after",
            .after
        ),
        ("starting|beginning|starting from|starting on|as of|effective", .starting),
        ("ago", .ago), ("from now|hence", .fromNow),
        ("eow|end of week", .endOf(.week)), ("eom|end of month|month end", .endOf(.month)),
        ("every|each", .every),
        ("except|except for|except on|excluding|apart from|other than|but|but not|but not on|save for", .except),
        ("onwards|onward|or later|or after|and on|and onwards|and after|forward", .onwards), ("on", .onwards),
        ("other|alternate", .other), ("times|x", .times), ("once", .repeated(1)),
        ("twice", .repeated(2)), ("thrice", .repeated(3)), ("per", .per),
        ("hourly", .frequency(.hourly)), ("daily|everyday|nightly", .frequency(.daily)),
        ("weekly", .frequency(.weekly)), ("biweekly|bi-weekly", .frequency(.biweekly)),
        ("fortnightly", .frequency(.fortnightly)), ("monthly", .frequency(.monthly)),
        ("quarterly", .frequency(.quarterly)),
        ("yearly|annually", .frequency(.yearly)),
        ("please|maybe|perhaps|ok|okay|like|say|let's say|how about|what about|either", .filler),
        ("no wait|no, wait|wait no|wait, no|wait|no,|sorry|actually|i mean|i meant|rather|or rather", .correction),
        ("make that|make it|no make it|no, make it|scratch that|correction|or actually", .correction),
        ("session|call|meeting|appointment|class|training|workout|lesson|one|slot|event|consultation", .event),
        ("my|our", .my),
    ]

    private static let englishMeasures: [(String, TimeWord)] = [
        ("kg|kgs|kilo|kilos|kilogram|kilograms|lb|lbs|pound|pounds|stone|g|gram|grams|oz", .measure),
        (
            "km|kms|k|kilometre|kilometres|kilometer|kilometers|mile|miles|mi|m|metre|metres|meter|meters|cm|ft",
            .measure
        ),
        ("feet|foot|inch|inches|mph|kph|kmh|bpm|watts|w|kcal|cal|cals|calories|ml|l|litre|litres|percent", .measure),
        ("rep|reps|set|sets|round|rounds|step|steps|session|sessions|people|person|clients|client|laps|lap", .measure),
        ("points|point|goals|stars|degrees|dollars|dollar|bucks|euros|euro|pounds|quid|cents|out of|win", .measure),
        ("size|rpe|rir|level|room|number|no|no.|page|version|v|unit no|zone|chapter|lane|court|flat|apt", .label),
    ]
}
