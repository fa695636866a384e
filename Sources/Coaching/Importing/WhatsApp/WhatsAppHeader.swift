/// The start of an entry of an export: date and time, followed by sender and text. Any line either parses or gives
/// `nil`.
///
/// Android writes `12/31/23, 9:41 PM - `, iOS `[31/12/2023, 21:41:05] `. Order, separators and clock depend on the
/// phone's region.
struct WhatsAppHeader: Sendable, Hashable {
    enum Style: Sendable, Hashable { case dash, bracket }

    let style: Style
    /// The three numbers of the date in the file's order.
    let date: [Int]
    /// Whether the date starts with a four-digit year.
    let isYearFirst: Bool
    let hour: Int
    let minute: Int
    let second: Int
    /// The rest of the line.
    let rest: String

    init?(_ line: String) {
        var scanner = HeaderScanner(line)
        scanner.skipMarks()
        style = scanner.skip("[") ? .bracket : .dash
        guard let date = scanner.date(), scanner.skipDateTimeSeparator(), let time = scanner.time() else { return nil }
        switch style {
        case .bracket:
            guard scanner.skip("]") else { return nil }
            scanner.skipSpaces()
        case .dash:
            scanner.skipSpaces()
            guard scanner.skip("-") || scanner.skip("–"), scanner.skipSpaces() > 0 else { return nil }
        }
        (self.date, isYearFirst) = (date.numbers, date.isYearFirst)
        (hour, minute, second) = (time.hour, time.minute, time.second)
        rest = scanner.remainder
    }
}

/// Steps through the scalars of a line. Each step returns whether it matched.
private struct HeaderScanner {
    private var rest: Substring.UnicodeScalarView

    init(_ line: String) { rest = line.unicodeScalars[...] }

    var remainder: String { String(Substring(rest)) }

    mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
        guard rest.first == scalar else { return false }
        rest.removeFirst()
        return true
    }

    mutating func skipMarks() {
        while let first = rest.first, first.isDirectionMark { rest.removeFirst() }
    }

    @discardableResult
    mutating func skipSpaces() -> Int {
        var count = 0
        while let first = rest.first, first.properties.isWhitespace || first.isDirectionMark {
            rest.removeFirst()
            count += 1
        }
        return count
    }

    /// Skips the separator between date and time.
    mutating func skipDateTimeSeparator() -> Bool {
        let hasComma = skip(",")
        return skipSpaces() > 0 || hasComma
    }

    private mutating func number(upTo digits: Int) -> (value: Int, digits: Int)? {
        var (value, count) = (0, 0)
        while count < digits, let first = rest.first, ("0"..."9").contains(first) {
            value = value * 10 + Int(first.value - 0x30)
            count += 1
            rest.removeFirst()
        }
        return count > 0 ? (value, count) : nil
    }

    mutating func date() -> (numbers: [Int], isYearFirst: Bool)? {
        guard let first = number(upTo: 4), let separator = rest.first, ["/", ".", "-"].contains(separator),
            skip(separator), let second = number(upTo: 2), skip(separator), let third = number(upTo: 4)
        else { return nil }
        let isYearFirst = first.digits == 4
        // The year has two or four digits; the other numbers have at most two.
        guard isYearFirst ? third.digits <= 2 : (first.digits <= 2 && [2, 4].contains(third.digits)) else {
            return nil
        }
        return ([first.value, second.value, third.value], isYearFirst)
    }

    mutating func time() -> (hour: Int, minute: Int, second: Int)? {
        guard let hour = number(upTo: 2), let separator = rest.first, [":", "."].contains(separator), skip(separator),
            let minute = number(upTo: 2), minute.digits == 2, minute.value < 60
        else { return nil }
        var second = 0
        if skip(separator) {
            guard let seconds = number(upTo: 2), seconds.digits == 2, seconds.value < 60 else { return nil }
            second = seconds.value
        }
        guard let isAfternoon = meridiem() else { return hour.value < 24 ? (hour.value, minute.value, second) : nil }
        guard (1...12).contains(hour.value) else { return nil }
        return (hour.value % 12 + (isAfternoon ? 12 : 0), minute.value, second)
    }

    /// `AM`, `pm`, `a.m.`, `p. m.`: whether it is the afternoon. `nil`, without advancing, for a 24-hour clock.
    private mutating func meridiem() -> Bool? {
        var ahead = self
        ahead.skipSpaces()
        guard let letter = ahead.rest.first, ["a", "A", "p", "P"].contains(letter), ahead.skip(letter) else {
            return nil
        }
        _ = ahead.skip(".")
        ahead.skipSpaces()
        guard ahead.skip("m") || ahead.skip("M") else { return nil }
        _ = ahead.skip(".")
        self = ahead
        return letter == "p" || letter == "P"
    }
}

extension Unicode.Scalar {
    /// Invisible marks that WhatsApp puts around generated text and names: direction and isolation marks, and a byte
    /// order mark at the start of the file.
    var isDirectionMark: Bool {
        switch value {
        case 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF: true
        default: false
        }
    }
}
