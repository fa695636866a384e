import Domain

/// What a word or phrase means to the rules: a line's first column in a file of words.
enum MeasureWord: Sendable, Hashable {
    case kind(MeasureKind)
    case place(String)
    case painPlace(String)
    case lift(String)
    case unit(String)
    case distance(Double)
    /// Days from today.
    case day(Int)
    /// 1 is Monday.
    case weekday(Int)
    case number(Double)
    case plain(Plain)

    enum Plain: String, Sendable {
        case `self`, at, pain, ran, othersport, lastnight, morning, ago, agobefore, dayword, half, over, outof, sets
        case reps, by, load, clockat, price, thing, goal, future, suppose, vague, bound, delta, deny, hedge, other
        case nobody, question, filler, word, conj, with, only
    }

    /// Whether it names a measure, a place or an exercise.
    var isTelling: Bool {
        switch self {
        case .kind, .place, .painPlace, .lift, .plain(.pain), .plain(.ran): true
        default: false
        }
    }

    /// `nil` if there is no such meaning.
    init?(_ text: Substring) {
        let parts = text.split(separator: " ", maxSplits: 1)
        guard let name = parts.first else { return nil }
        let value = parts.count > 1 ? String(parts[1]) : ""
        switch name {
        case "kind":
            guard let kind = MeasureKind(rawValue: value) else { return nil }
            self = .kind(kind)
        case "place": self = .place(value)
        case "painplace": self = .painPlace(value)
        case "lift": self = .lift(value)
        case "unit": self = .unit(value)
        case "distance", "number":
            guard let number = Double(value) else { return nil }
            self = name == "number" ? .number(number) : .distance(number)
        case "day", "weekday":
            guard let number = Int(value) else { return nil }
            self = name == "day" ? .day(number) : .weekday(number)
        default:
            guard let plain = Plain(rawValue: String(name)) else { return nil }
            self = .plain(plain)
        }
    }
}
