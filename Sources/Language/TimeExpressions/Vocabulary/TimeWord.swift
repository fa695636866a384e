/// A possible meaning of a word in a time expression, regardless of the language.
enum TimeWord: Hashable, Sendable {
    // Numbers and amounts.
    case number(Int), ordinal(Int), one, oneAndHalf, half, quarter, couple, few
    /// "halb neun", "halv nio": thirty minutes before the hour that follows.
    case halfBefore
    // Calendar names.
    case weekday(Int), weekdays(Int), workday, workdays, weekend, weekends
    case month(Int), unit(LengthUnit), part(DayPart), relativeDay(Int), holiday(Holiday)
    /// A part of the day that is this many days from today: "tonight", "anoche".
    case partOfDay(Int, DayPart)
    /// "la veille de": the day this many days after the one that follows.
    case dayShift(Int)
    /// "end of month", "fin de mes", without an article.
    case endOf(LengthUnit)
    case noon, midnight, endOfDay, now
    // Selectors.
    case the, this, next, last, coming, afterNext
    /// An article that stands before a day, and not before an hour: "le 15", "el 15", "am 15.".
    case dayArticle
    case start, end, mid, early, late, later, rest, all
    // Prepositions and conjunctions.
    case at, onwards, on, `in`, of, by, to, until, through, since, from, between, and, or, `for`, within
    case past, minus, before, after, starting, ago, agoFirst, fromNow, sameTime, time
    /// "his time", "my time": `nil` for the user's own.
    case timeOf(ZoneOwner?)
    // Clock.
    case am, pm, oclock, about, ish, sharp
    // Repetition.
    case except, every, other, frequency(Frequency), times, repeated(Int), per
    /// "no wait", "I mean": what follows replaces what was said.
    case correction
    /// What may stand between a clock time and its day: "the 6pm session tomorrow".
    case event
    case my
    // Not times: units of measure, and words that change the meaning of a following number.
    case measure, label, filler, greeting
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
    case quarterly
    case yearly = "YEARLY"
}

/// The parts of a day, with their conventional hours.
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
