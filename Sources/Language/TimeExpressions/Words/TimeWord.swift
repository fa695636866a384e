/// A possible meaning of a word in a time expression, regardless of the language.
enum TimeWord: Hashable, Sendable {
    // Numbers and amounts.
    case number(Int), ordinal(Int), one, half, quarter, couple, few
    /// "anderthalb", "zweieinhalb": this many and a half.
    case andHalf(Int)
    /// "halb neun", "halv nio": thirty minutes before the hour that follows.
    case halfBefore
    /// "viertel neun", "dreiviertel neun": a quarter past the hour before, a quarter to this hour.
    case quarterBefore, threeQuartersBefore
    // Calendar names.
    case weekday(Int), weekdays(Int), workday, workdays, weekend, weekends
    case month(Int), unit(LengthUnit), part(DayPart), relativeDay(Int), holiday(Holiday)
    /// A part of the day that is this many days from today: "tonight", "anoche".
    case partOfDay(Int, DayPart)
    /// "la veille de": the day this many days after the one that follows.
    case dayShift(Int)
    /// "i måndags": the last such weekday.
    case pastWeekday(Int)
    /// The "week" of "Tuesday week", the "en quinze" of "mardi en quinze": this many days after the day before it.
    case hence(Int)
    /// "quinze jours": by idiom this many days, although another number is said.
    case daysOfIdiom(Int)
    /// "trekvart": this many minutes, in one word.
    case minutes(Int)
    /// "trimestre": three months of the calendar.
    case quarterOfYear
    /// "end of month", "fin de mes", without an article.
    case endOf(LengthUnit)
    case noon, midnight, endOfDay, now
    // Selectors.
    case the, this, next, last, coming, afterNext
    /// "übernächsten Montag": the one after the next.
    case nextButOne
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
    // What else is known of a word.
    /// An "and" after an hour that adds minutes to it: "las tres y media".
    case plus
    /// "st", "nd": makes the digits before it an ordinal.
    case ordinalSuffix
    /// More often an ordinary word than a name, unless it is capitalised: "sat", "may".
    case ordinary
    /// "may" at the start of a sentence is a verb.
    case auxiliary
    /// A word with a time among its meanings that usually means something else, or is a name.
    case homonym
    /// What may follow a day of the month in a sentence: "the 2nd with Bob".
    case continues
    /// "but": excludes what follows, or begins another clause.
    case conjunction
    /// "Thanksgiving Eve": the day before the holiday before it.
    case dayBefore
    /// "first thing": adds nothing to the part of the day that follows.
    case opening
    /// The "h" of "9h" in languages that write clock times so.
    case clockMark
    /// The "às" of "das 14h às 16h", which never stands between days.
    case toHour
    /// "hours": a length, never a clock time.
    case lengthOnly
    /// "día", "dia": announces the day of the month that follows.
    case dayWord
    /// "un … sur deux": every second of what stands between.
    case everySecond
}

enum LengthUnit: String, Hashable, Sendable {
    case second, minute, quarterHour, halfHour, threeQuarterHour, hour, day, week, fortnight, month, year
}

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
enum DayPart: String, Hashable, Sendable {
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
