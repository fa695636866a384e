/// What a word can mean in a time expression, whatever its language.
enum TimeWord: Hashable, Sendable {
    // Numbers and amounts.
    case number(Int), ordinal(Int), one, half, quarter, couple, few
    /// "halb neun", "halv nio": thirty minutes before the hour that follows.
    case halfBefore
    // Names of the calendar.
    case weekday(Int), weekdays(Int), workday, workdays, weekend, weekends
    case month(Int), unit(LengthUnit), part(DayPart), relativeDay(Int), holiday(month: Int, day: Int)
    case tonight, noon, midnight, endOfDay, now
    // Which one.
    case the, this, next, last, coming, afterNext
    case start, end, mid, early, late, later, rest, all
    // Small words between the parts.
    case at, on, `in`, of, by, to, until, through, since, from, between, and, or, `for`, within
    case past, minus, before, after, starting, ago, agoFirst, fromNow, sameTime, time
    // Clock.
    case am, pm, oclock, about, ish, sharp
    // Repetition.
    case every, other, frequency(Frequency), times, repeated(Int), per
    // Not time: units of measure, and words that turn a following number into something else.
    case measure, label, filler
}

enum LengthUnit: Hashable, Sendable { case second, minute, halfHour, hour, day, week, fortnight, month, year }

enum Frequency: String, Sendable {
    case minutely = "MINUTELY"
    case hourly = "HOURLY"
    case daily = "DAILY"
    case weekly = "WEEKLY"
    case biweekly
    case fortnightly
    case monthly = "MONTHLY"
    case yearly = "YEARLY"
}

/// The parts of a day, with the hours that the conventions give them.
enum DayPart: Hashable, Sendable {
    case morning, lunchtime, afternoon, evening, night

    /// Minutes from midnight, end excluded.
    var minutes: Range<Int> {
        switch self {
        case .morning: 360..<720
        case .lunchtime: 720..<840
        case .afternoon: 720..<1080
        case .evening: 1080..<1320
        case .night: 1080..<1440
        }
    }
}
