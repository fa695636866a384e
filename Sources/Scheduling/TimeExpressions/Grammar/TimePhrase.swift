/// What a text says about time, before it's known when "now" is.
struct TimePhrase {
    var day: DayExpression?
    var clock: ClockExpression?
    var zone: ZoneReference?
    var length: TimeLength?
    var repetition: Repetition?
    /// The wall clock of now, on another day.
    var sameTime = false
    /// "3ish", "around 3", "a few days".
    var isApproximate = false
    /// "early" and "late", for the part of a day that follows.
    var slice: Slice?
}

/// A whole expression.
indirect enum TimeExpression {
    case phrase(TimePhrase)
    /// From one moment to another: "tomorrow at 3pm to Friday at 5pm".
    case between(TimePhrase, TimePhrase)
    /// From now until then.
    case until(TimePhrase)
    /// From then until now.
    case since(TimePhrase)
    /// "twice a week": repeated, but nobody says on which days.
    case unspecifiedRepetition
}

/// A day, or several days in a row.
indirect enum DayExpression {
    case relative(days: Int)
    case weekday(Int, Which)
    /// A weekday of the week so many weeks from this one.
    case weekdayOfWeek(Int, weeks: Int)
    case calendar(CalendarDate)
    /// `ordinal` from 1, or -1 for the last.
    case nthWeekday(ordinal: Int, weekday: Int, MonthReference)
    case dayOfMonth(Int, MonthReference)
    case lastDayOfMonth(MonthReference)
    case edge(isStart: Bool, Period)
    case period(Period)
    /// So long after or before (`sign`) a day.
    case shifted(DayExpression, TimeLength, sign: Int)
    /// The first such weekday after a day.
    case weekdayAfter(Int, DayExpression)
    /// From now; "in three days" keeps the wall clock.
    case offset(TimeLength, sign: Int)
    /// Both included.
    case range(DayExpression, DayExpression)
}

enum Which: Sendable { case coming, this, next, last, afterNext }

/// A date with what was said of it.
struct CalendarDate: Equatable {
    var year: Int?
    var month: Int?
    var day: Int
    var weekday: Int?
    /// Month and day could also be the other way round.
    var isSwapped = false
}

enum MonthReference {
    /// `year` nil: the next such month.
    case named(Int, year: Int?)
    case namedRelative(Int, Which)
    /// So many months from this one.
    case relative(Int)
}

indirect enum Period {
    case week(Int)
    case weekOf(DayExpression)
    case weekend(Which)
    case month(MonthReference)
    case year(Int)
    case calendarYear(Int)
    case slice(Slice, Period)
    /// From now for so long, or so long until now.
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
        /// An hour from 1 to 12 that could be either.
        case open
        case am, pm
        /// On the 24-hour clock.
        case exact
    }

    var hour: Int
    var minute = 0
    var half = Half.open
    /// Minutes to add: "ten to five" is five with -10.
    var shift = 0
    /// A day-part word that says which half is meant.
    var part: DayPart?

    static let midnight = ClockTime(hour: 24, half: .exact)
}

struct Repetition {
    var frequency: Frequency
    var interval = 1
    var weekdays: [Int] = []
    /// "first Monday": which of the month's weekdays.
    var ordinal: Int?
    var monthDay: Int?
    var month: Int?
    var part: DayPart?
    var isAmbiguous = false
    /// The first day that counts, and the last.
    var starting: DayExpression?
    var until: DayExpression?
}
