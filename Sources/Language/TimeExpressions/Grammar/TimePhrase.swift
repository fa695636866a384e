/// A parsed phrase, independent of the current time.
struct TimePhrase {
    var day: DayExpression?
    var clock: ClockExpression?
    var zone: ZoneReference?
    var length: TimeLength?
    var repetition: Repetition?
    /// The current local time, on another day.
    var sameTime = false
    /// "3ish", "around 3", "a few days".
    var isApproximate = false
    /// "early" or "late", applied to the part of the day that follows.
    var slice: Slice?
    /// "after 6pm", "before Friday".
    var bound: Bound?
    /// "from Tuesday", "starting at 5": what is named is only the start.
    var isStart = false
    /// "from Tuesday on".
    var isOpenEnded = false
    /// "half an hour before 3pm": moves the clock time, as elapsed time.
    var shift: (length: TimeLength, sign: Int)?
    /// Other clock times that were offered: "at 11 or 12".
    var alternatives: [ClockTime] = []
    /// "between 2 and 4" rather than "from 2 to 4".
    var isWindow = false

    enum Bound: Sendable { case after, before }
}

/// A whole expression.
indirect enum TimeExpression {
    case phrase(TimePhrase)
    /// From one time to another: "tomorrow at 3pm to Friday at 5pm".
    case between(TimePhrase, TimePhrase)
    /// From now until then.
    case until(TimePhrase)
    /// From then until now.
    case since(TimePhrase)
    /// "Thursday or Friday at 10".
    case either(TimePhrase, TimePhrase)
    /// "twice a week": repeated, but without days.
    case unspecifiedRepetition
}

extension TimeExpression {
    /// Whether a day is said, and not only a clock time.
    var statesDay: Bool {
        switch self {
        case .phrase(let phrase), .until(let phrase), .since(let phrase): phrase.statesDay
        case .between(let first, let last): first.statesDay || last.statesDay
        case .either(let first, let second): first.statesDay || second.statesDay
        case .unspecifiedRepetition: true
        }
    }
}

extension TimePhrase {
    var statesDay: Bool { day != nil || repetition != nil }
}

/// A day, or several consecutive days.
indirect enum DayExpression {
    case relative(days: Int)
    case weekday(Int, Determiner)
    /// A weekday of the week that is `weeks` weeks from this one.
    case weekdayOfWeek(Int, weeks: Int)
    case calendar(CalendarDate)
    case holiday(Holiday, year: Int?)
    /// The nth such weekday from today, which doesn't count; backwards if `sign` is negative.
    case countedWeekday(Int, count: Int, sign: Int)
    /// This many days from Monday to Friday after or before a day; from today if there is none.
    case workdays(Int, from: DayExpression?, sign: Int)
    case nthWorkday(ordinal: Int, MonthReference)
    case lastDay(Period)
    /// `ordinal` from 1, or -1 for the last.
    case nthWeekday(ordinal: Int, weekday: Int, MonthReference)
    case dayOfMonth(Int, MonthReference)
    case lastDayOfMonth(MonthReference)
    case edge(isStart: Bool, Period)
    case period(Period)
    /// The length after or before (`sign`) a day.
    case shifted(DayExpression, TimeLength, sign: Int)
    /// The first such weekday after or before a day.
    case weekdayBeside(Int, DayExpression, sign: Int)
    /// Relative to now; "in three days" keeps the local time.
    case offset(TimeLength, sign: Int)
    /// Both ends included.
    case range(DayExpression, DayExpression)
}

enum Determiner: Sendable { case coming, this, next, last, afterNext }

/// A date as it was expressed.
struct CalendarDate: Equatable {
    var year: Int?
    var month: Int?
    var day: Int
    var weekday: Int?
    /// Whether month and day were swapped, since only so they are a date.
    var isSwapped = false
    /// Whether day and month could be meant the other way round.
    var mayBeSwapped = false
    /// Whether only a weekday makes the number a day: "Tuesday 17". It must be such a weekday soon.
    var isBare = false
    /// Whether a bare number may also be an hour.
    var mayBeHour = false
}

enum MonthReference {
    /// `year` nil: the next such month.
    case named(Int, year: Int?)
    case namedRelative(Int, Determiner)
    /// Number of months from this one.
    case relative(Int)
    /// "the month": this one, or the next if the day in it is over.
    case current

    /// "this month", "the month".
    var isCurrent: Bool {
        switch self {
        case .relative(0), .current: true
        default: false
        }
    }
}

indirect enum Period {
    case week(Int)
    case weekOf(DayExpression)
    case weekend(Determiner)
    /// The nth weekend, or seven days, of a month; -1 for the last.
    case nthWeekend(Int, MonthReference)
    case nthWeek(Int, MonthReference)
    /// The week or the weekend after or before a day.
    case weekBeside(DayExpression, sign: Int)
    case weekendBeside(DayExpression, sign: Int)
    /// The weekend that a holiday lengthens.
    case weekendAt(DayExpression)
    case month(MonthReference)
    /// Three months of the calendar, so many quarters from this one.
    case quarter(Int)
    case year(Int)
    case calendarYear(Int)
    case slice(Slice, Period)
    /// This long from now, or up to now.
    case window(TimeLength, isPast: Bool)
    case restOf(LengthUnit)
}

enum Slice: Sendable { case early, mid, late }

enum ClockExpression {
    case time(ClockTime)
    case range(ClockTime, ClockTime)
    case part(DayPart)
}

struct ClockTime: Equatable {
    enum Half: Sendable {
        /// An hour from 1 to 12 that could be in either half.
        case open
        case am, pm
        /// On the 24-hour clock.
        case exact
    }

    var hour: Int
    var minute = 0
    var half = Half.open
    /// Minutes to add: "ten to five" is five o'clock with -10.
    var shift = 0
    /// A part of the day that determines the half.
    var part: DayPart?
    /// "6h30", "6:30" where clocks have 24 hours: in the morning, unlike "at 6".
    var isOf24Hours = false

    static let midnight = ClockTime(hour: 24, half: .exact)
}

struct Repetition {
    var frequency: Frequency
    var interval = 1
    var weekdays: [Int] = []
    /// "first Monday": the ordinals within the month.
    var ordinals: [Int] = []
    var monthDays: [Int] = []
    var month: Int?
    var part: DayPart?
    var isAmbiguous = false
    /// The first and the last day of the repetition.
    var starting: DayExpression?
    var until: DayExpression?
    var count: Int?
}
