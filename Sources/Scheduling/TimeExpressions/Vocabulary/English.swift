extension TimeVocabulary {
    static let english = TimeVocabulary(
        englishCalendar + englishClock + englishNumbers + englishSmallWords,
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
        ("tonight|tonite|this night", .tonight), ("now|right now|straight away|right away", .now),
        ("christmas|christmas day|xmas", .holiday(month: 12, day: 25)),
        ("christmas eve|xmas eve", .holiday(month: 12, day: 24)), ("boxing day", .holiday(month: 12, day: 26)),
        ("new year's eve|new years eve|nye", .holiday(month: 12, day: 31)),
        ("new year's day|new years day|new year's", .holiday(month: 1, day: 1)),
        ("valentine's day|valentines day|valentine's", .holiday(month: 2, day: 14)),
        ("halloween|hallowe'en", .holiday(month: 10, day: 31)),
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
        ("end of day|end of the day|end of business|close of business|eod|cob", .endOfDay),
        ("past|after", .past), ("half", .half), ("quarter|quarters", .quarter),
        ("around|about|approximately|roughly|approx|approx.|circa|~", .about), ("ish|-ish", .ish),
        ("sharp|exactly|on the dot|precisely", .sharp),
        ("same time|the same time|this time|same hour", .sameTime), ("time", .time),
    ]

    private static let englishNumbers: [(String, TimeWord)] = [
        ("zero|oh", .number(0)), ("one", .number(1)), ("two", .number(2)), ("three", .number(3)),
        ("four", .number(4)), ("five", .number(5)), ("six", .number(6)), ("seven", .number(7)), ("eight", .number(8)),
        ("nine", .number(9)), ("ten", .number(10)), ("eleven", .number(11)), ("twelve", .number(12)),
        ("thirteen", .number(13)), ("fourteen", .number(14)), ("fifteen", .number(15)), ("sixteen", .number(16)),
        ("seventeen", .number(17)), ("eighteen", .number(18)), ("nineteen", .number(19)), ("twenty", .number(20)),
        ("thirty", .number(30)), ("forty|fourty", .number(40)), ("fifty", .number(50)), ("sixty", .number(60)),
        ("seventy", .number(70)), ("eighty", .number(80)), ("ninety", .number(90)),
        ("first", .ordinal(1)), ("second", .ordinal(2)), ("third", .ordinal(3)), ("fourth", .ordinal(4)),
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
        ("at|@", .at), ("on", .on), ("in", .in), ("of", .of), ("by|no later than", .by), ("to|till|'til|til", .to),
        ("until|till|til|up to|up until", .until), ("through|thru", .through), ("since", .since), ("from", .from),
        ("between", .between), ("and|&", .and), ("or", .or), ("for|lasting", .for), ("within", .within),
        ("during|over", .in), ("before|prior to", .before), ("after", .after),
        ("starting|beginning|starting from|starting on|as of|effective", .starting),
        ("ago", .ago), ("from now|hence", .fromNow),
        ("every|each", .every), ("other|alternate", .other), ("times|x", .times), ("once", .repeated(1)),
        ("twice", .repeated(2)), ("thrice", .repeated(3)), ("per", .per),
        ("hourly", .frequency(.hourly)), ("daily|everyday|nightly", .frequency(.daily)),
        ("weekly", .frequency(.weekly)), ("biweekly|bi-weekly", .frequency(.biweekly)),
        ("fortnightly", .frequency(.fortnightly)), ("monthly", .frequency(.monthly)),
        ("yearly|annually", .frequency(.yearly)),
        ("please|maybe|perhaps|ok|okay|like|say|let's say|how about|what about", .filler),
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
