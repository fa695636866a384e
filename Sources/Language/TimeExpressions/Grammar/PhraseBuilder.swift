/// Collects the parts of a phrase, and the evidence that it is one.
struct PhraseBuilder {
    var phrase = TimePhrase()
    private(set) var isStrong = false
    private var weakCount = 0
    /// Whether the phrase replaces one that was said before ("no wait, 11"), so that a bare number can be a time.
    var isCorrection = false

    var isEmpty: Bool {
        phrase.day == nil && phrase.clock == nil && phrase.length == nil && phrase.repetition == nil && !phrase.sameTime
            && phrase.slice == nil
    }

    private mutating func count(isWeak: Bool) {
        if isWeak { weakCount += 1 } else { isStrong = true }
    }

    mutating func setDay(_ day: DayExpression, isWeak: Bool) {
        phrase.day = day
        count(isWeak: isWeak)
    }

    mutating func setRepetition(_ repetition: Repetition, isWeak: Bool) {
        phrase.repetition = repetition
        if let part = repetition.part { phrase.clock = .part(part) }
        count(isWeak: isWeak)
    }

    mutating func setLength(_ length: TimeLength, isWeak: Bool) {
        phrase.length = length
        count(isWeak: isWeak)
    }

    mutating func setClock(_ clock: ClockExpression, isWeak: Bool) {
        if case .part(let part)? = phrase.clock {
            phrase.clock = clock.within(part)
        } else {
            phrase.clock = clock
        }
        count(isWeak: isWeak)
    }

    /// Adds a part of the day, either by itself or to select the half of the day for a clock time. Returns false if
    /// there is one already.
    mutating func addPart(_ part: DayPart, isWeak: Bool) -> Bool {
        switch phrase.clock {
        case nil: phrase.clock = .part(part)
        case .time(let time)? where time.part == nil: phrase.clock = phrase.clock?.within(part)
        case .range(let first, _)? where first.part == nil: phrase.clock = phrase.clock?.within(part)
        // "Friday evening" after "this": the same part again adds nothing.
        default: return false
        }
        count(isWeak: isWeak)
        return true
    }

    /// Whether a clock time may follow: there is none yet. A part of the day may be waiting for one.
    var takesTime: Bool {
        switch phrase.clock {
        case nil: !phrase.sameTime
        case .part?: true
        default: false
        }
    }

    /// Whether a time zone may follow: there is a clock time without a zone.
    var takesZone: Bool {
        guard phrase.zone == nil else { return false }
        switch phrase.clock {
        case .time?, .range?: return true
        default: return false
        }
    }

    /// Whether a bare number can be a clock time here: after a day, if the whole text is a time.
    func hasClockContext(_ isWhole: Bool) -> Bool {
        if isCorrection { return true }
        guard isWhole else { return false }
        if phrase.repetition != nil || phrase.slice != nil { return true }
        switch phrase.day {
        case .offset?, .range?, .period?, nil: return phrase.clock != nil
        default: return true
        }
    }

    /// Replaces what was said by its correction: "Friday at 10, no wait, 11".
    mutating func correct(by correction: TimePhrase) {
        phrase.day = correction.day ?? phrase.day
        phrase.length = correction.length ?? phrase.length
        phrase.zone = correction.zone ?? phrase.zone
        phrase.alternatives = []
        guard let clock = correction.clock else { return }
        phrase.shift = correction.shift
        phrase.bound = correction.bound
        guard case .time(var new) = clock, new.half == .open, new.part == nil, case .time(let old)? = phrase.clock
        else {
            phrase.clock = clock
            return
        }
        // The half of the day that was said still holds.
        new.part = old.part
        if old.half == .am || old.half == .pm { new.half = old.half }
        phrase.clock = .time(new)
    }

    /// Applies "early" and "late" to the day or the clock time beside them.
    mutating func applySlice() {
        guard let slice = phrase.slice, slice != .mid, phrase.repetition == nil || phrase.clock != nil else { return }
        let part: DayPart = slice == .early ? .morning : .evening
        switch phrase.clock {
        case .time(let time)? where time.part == nil && time.half == .open: phrase.clock = phrase.clock?.within(part)
        case .range(let first, _)? where first.part == nil && first.half == .open:
            phrase.clock = phrase.clock?.within(part)
        case nil where phrase.day != nil && !phrase.sameTime:
            phrase.clock = .part(part)
            if slice == .late { phrase.slice = nil }
            phrase.isApproximate = true
        default: break
        }
    }

    /// Whether the collected parts can form a time.
    func isComplete(isWhole: Bool) -> Bool {
        if phrase.sameTime && phrase.day == nil && phrase.repetition == nil { return false }
        guard phrase.day != nil || phrase.clock != nil || phrase.length != nil || phrase.repetition != nil else {
            return false
        }
        if isWhole {
            // "7" alone is a number, and "3 to 5" are two numbers.
            if case .part? = phrase.clock { return true }
            return phrase.clock == nil || phrase.day != nil || phrase.repetition != nil || isStrong || weakCount > 1
        }
        return isStrong || weakCount >= 2 && phrase.day != nil && phrase.clock != nil
    }
}

extension ClockExpression {
    /// The same times within a part of the day.
    func within(_ part: DayPart) -> ClockExpression {
        switch self {
        case .part: return self
        case .time(var time):
            time.part = part
            return .time(time)
        case .range(var first, var last):
            first.part = part
            last.part = part
            return .range(first, last)
        }
    }
}
