extension TimeWord {
    /// The meaning as files write it: `noon`, `weekday 1`, `holiday easter -2`. `nil` if there is no such meaning.
    init?(_ text: Substring) {
        let parts = text.split(separator: " ")
        guard let name = parts.first else { return nil }
        if parts.count == 1 {
            guard let word = Self.plain[name] else { return nil }
            self = word
        } else if parts.count == 2, let number = Int(parts[1]), let make = Self.counted[name] {
            self = make(number)
        } else if let word = Self.composed(name, Array(parts.dropFirst())) {
            self = word
        } else {
            return nil
        }
    }

    private static let plain: [Substring: TimeWord] = {
        let words: [TimeWord] = [
            .one, .half, .quarter, .couple, .few, .halfBefore, .quarterBefore, .threeQuartersBefore, .workday,
            .workdays, .weekend, .weekends, .noon, .midnight, .endOfDay, .now, .the,
            .this, .next, .last, .coming, .afterNext, .nextButOne, .quarterOfYear, .dayArticle, .start, .end, .mid,
            .early, .late, .later, .rest,
            .all, .at, .onwards, .on, .in, .of, .by, .to, .until, .through, .since, .from, .between, .and, .or, .for,
            .within, .past, .minus, .before, .after, .starting, .ago, .agoFirst, .fromNow, .sameTime, .time, .am, .pm,
            .oclock, .about, .ish, .sharp, .except, .every, .other, .times, .per, .correction, .event, .my, .measure,
            .label, .filler, .greeting, .plus, .ordinalSuffix, .ordinary, .auxiliary, .homonym, .continues,
            .conjunction,
            .dayBefore, .opening, .lengthOnly, .clockMark, .toHour, .dayWord, .everySecond,
        ]
        return Dictionary(words.map { (Substring("\($0)"), $0) }) { first, _ in first }
    }()

    private static let counted: [Substring: @Sendable (Int) -> TimeWord] = [
        "number": { .number($0) }, "ordinal": { .ordinal($0) }, "weekday": { .weekday($0) },
        "weekdays": { .weekdays($0) }, "pastWeekday": { .pastWeekday($0) }, "month": { .month($0) },
        "relativeDay": { .relativeDay($0) },
        "dayShift": { .dayShift($0) }, "repeated": { .repeated($0) }, "hence": { .hence($0) },
        "daysOfIdiom": { .daysOfIdiom($0) }, "minutes": { .minutes($0) }, "andHalf": { .andHalf($0) },
    ]

    private static func composed(_ name: Substring, _ values: [Substring]) -> TimeWord? {
        guard let first = values.first else { return nil }
        switch name {
        case "unit": return LengthUnit(rawValue: String(first)).map { .unit($0) }
        case "endOf": return LengthUnit(rawValue: String(first)).map { .endOf($0) }
        case "part": return DayPart(rawValue: String(first)).map { .part($0) }
        case "partOfDay":
            guard let days = Int(first), let part = values.last.flatMap({ DayPart(rawValue: String($0)) }) else {
                return nil
            }
            return .partOfDay(days, part)
        case "frequency":
            return (Frequency(rawValue: String(first)) ?? Frequency(rawValue: first.uppercased())).map {
                .frequency($0)
            }
        case "timeOf":
            let owners: [Substring: ZoneOwner] = ["he": .he, "she": .she, "they": .they, "you": .you]
            return first == "me" ? .timeOf(nil) : owners[first].map { .timeOf($0) }
        case "holiday": return Holiday(values).map { .holiday($0) }
        default: return nil
        }
    }
}

extension Holiday {
    /// `fixed 12 25`, `easter -2`, `nth 4 4 11 0`, `onOrAfter 6 6 20`, `regional mothersDay`.
    fileprivate init?(_ values: [Substring]) {
        let numbers = values.dropFirst().compactMap { Int($0) }
        switch (values.first, numbers.count) {
        case ("fixed", 2): self = .fixed(month: numbers[0], day: numbers[1])
        case ("easter", 1): self = .easter(numbers[0])
        case ("nth", 4): self = .nth(numbers[0], weekday: numbers[1], month: numbers[2], plus: numbers[3])
        case ("onOrAfter", 3): self = .onOrAfter(weekday: numbers[0], month: numbers[1], day: numbers[2])
        case ("regional", 0):
            guard let regional = values.last.flatMap({ Regional(rawValue: String($0)) }) else { return nil }
            self = .regional(regional)
        default: return nil
        }
    }
}
