extension Timestamp: CustomStringConvertible {
    /// RFC 3339 in UTC with milliseconds.
    public var description: String {
        String(unsafeUninitializedCapacity: Self.textLength) { buffer in
            writeText(to: buffer)
            return Self.textLength
        }
    }

    /// Bytes of the text form.
    public static var textLength: Int { 24 }

    /// Writes the text form to the front of a buffer that has room for it.
    public func writeText(to buffer: UnsafeMutableBufferPointer<UInt8>) {
        precondition(buffer.count >= Self.textLength, "the caller makes room")
        let day = milliseconds.flooredDivision(by: 86_400_000)
        let rest = milliseconds - day * 86_400_000
        let (year, month, dayOfMonth) = Self.civil(fromDays: day)
        func put(_ value: Int64, digits: Int, at position: Int) {
            var value = value
            for index in stride(from: position + digits - 1, through: position, by: -1) {
                buffer[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value % 10)
                value /= 10
            }
        }
        put(year, digits: 4, at: 0)
        put(month, digits: 2, at: 5)
        put(dayOfMonth, digits: 2, at: 8)
        put(rest / 3_600_000, digits: 2, at: 11)
        put(rest / 60_000 % 60, digits: 2, at: 14)
        put(rest / 1000 % 60, digits: 2, at: 17)
        put(rest % 1000, digits: 3, at: 20)
        (buffer[4], buffer[7]) = (UInt8(ascii: "-"), UInt8(ascii: "-"))
        (buffer[10], buffer[23]) = (UInt8(ascii: "T"), UInt8(ascii: "Z"))
        (buffer[13], buffer[16], buffer[19]) = (UInt8(ascii: ":"), UInt8(ascii: ":"), UInt8(ascii: "."))
    }

    /// Total: anything but `YYYY-MM-DDTHH:MM:SS[.fraction](Z|±HH:MM)` with a real date gives `nil`. A leap second
    /// (`:60`) is read as the second before it; digits beyond milliseconds are cut off.
    public init?(rfc3339 text: String) {
        var reader = DigitReader(text.utf8)
        guard let year = reader.number(digits: 4), reader.skip("-"),
            let month = reader.number(digits: 2), reader.skip("-"),
            let day = reader.number(digits: 2), reader.skip("T") || reader.skip("t") || reader.skip(" "),
            let hour = reader.number(digits: 2), reader.skip(":"),
            let minute = reader.number(digits: 2), reader.skip(":"),
            let second = reader.number(digits: 2)
        else { return nil }
        var fraction: Int64 = 0
        if reader.skip(".") {
            guard let value = reader.milliseconds() else { return nil }
            fraction = value
        }
        guard let offset = reader.offsetMinutes(), reader.isAtEnd,
            (1...9999).contains(year), (1...12).contains(month),
            day >= 1, day <= Self.days(inMonth: month, year: year), hour < 24, minute < 60, second <= 60
        else { return nil }
        let seconds =
            Self.days(fromCivil: year, month, day) * 86_400 + hour * 3600 + minute * 60 + min(second, 59) - offset * 60
        self.init(milliseconds: seconds * 1000 + fraction)
    }

    /// Days since 1970-01-01 of a date in the proleptic Gregorian calendar
    /// (H. Hinnant, "chrono-Compatible Low-Level Date Algorithms").
    static func days(fromCivil year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let shifted = month <= 2 ? year - 1 : year
        let era = shifted.flooredDivision(by: 400)
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// The inverse of `days(fromCivil:)`.
    static func civil(fromDays days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = days + 719_468
        let era = shifted.flooredDivision(by: 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let civilMonth = month < 10 ? month + 3 : month - 9
        return (yearOfEra + era * 400 + (civilMonth <= 2 ? 1 : 0), civilMonth, dayOfYear - (153 * month + 2) / 5 + 1)
    }

    static func days(inMonth month: Int64, year: Int64) -> Int64 {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

extension Int64 {
    fileprivate func flooredDivision(by divisor: Int64) -> Int64 {
        let quotient = self / divisor
        return self % divisor < 0 ? quotient - 1 : quotient
    }
}

/// Reads fixed-width numbers from ASCII; every step says whether it was there.
private struct DigitReader {
    private var rest: Substring.UTF8View

    init(_ text: String.UTF8View) { rest = text[...] }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard let first = rest.first, UInt32(first) == character.value else { return false }
        rest.removeFirst()
        return true
    }

    private mutating func digit() -> Int64? {
        guard let first = rest.first, first >= 0x30, first <= 0x39 else { return nil }
        rest.removeFirst()
        return Int64(first - 0x30)
    }

    mutating func number(digits: Int) -> Int64? {
        var value: Int64 = 0
        for _ in 0..<digits {
            guard let next = digit() else { return nil }
            value = value * 10 + next
        }
        return value
    }

    mutating func milliseconds() -> Int64? {
        guard var value = digit() else { return nil }
        var count = 1
        while let next = digit() {
            if count < 3 { value = value * 10 + next }
            count += 1
        }
        while count < 3 {
            value *= 10
            count += 1
        }
        return value
    }

    mutating func offsetMinutes() -> Int64? {
        if skip("Z") || skip("z") { return 0 }
        let isNegative = skip("-")
        guard isNegative || skip("+"), let hours = number(digits: 2), skip(":"), let minutes = number(digits: 2),
            hours < 24, minutes < 60
        else { return nil }
        return (hours * 60 + minutes) * (isNegative ? -1 : 1)
    }
}
