extension Timestamp: CustomStringConvertible {
    /// RFC 3339 in UTC with milliseconds.
    public var description: String {
        String(unsafeUninitializedCapacity: Self.textLength) { buffer in
            writeText(to: buffer)
            return Self.textLength
        }
    }

    /// The length of the text form in bytes.
    public static var textLength: Int { 24 }

    /// Writes the text form to the start of `buffer`, which must have room for it.
    public func writeText(to buffer: UnsafeMutableBufferPointer<UInt8>) {
        precondition(buffer.count >= Self.textLength, "the caller makes room")
        let day = milliseconds.flooredDivision(by: 86_400_000)
        let rest = milliseconds - day * 86_400_000
        let (year, month, dayOfMonth) = CivilCalendar.date(days: Int(day))
        func put(_ value: Int64, digits: Int, at position: Int) {
            var value = value
            for index in stride(from: position + digits - 1, through: position, by: -1) {
                buffer[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value % 10)
                value /= 10
            }
        }
        put(Int64(year), digits: 4, at: 0)
        put(Int64(month), digits: 2, at: 5)
        put(Int64(dayOfMonth), digits: 2, at: 8)
        put(rest / 3_600_000, digits: 2, at: 11)
        put(rest / 60_000 % 60, digits: 2, at: 14)
        put(rest / 1000 % 60, digits: 2, at: 17)
        put(rest % 1000, digits: 3, at: 20)
        (buffer[4], buffer[7]) = (UInt8(ascii: "-"), UInt8(ascii: "-"))
        (buffer[10], buffer[23]) = (UInt8(ascii: "T"), UInt8(ascii: "Z"))
        (buffer[13], buffer[16], buffer[19]) = (UInt8(ascii: ":"), UInt8(ascii: ":"), UInt8(ascii: "."))
    }

    /// `nil` unless the text is `YYYY-MM-DDTHH:MM:SS[.fraction](Z|±HH:MM)` with a date that exists. A leap second (`:60`)
    /// is read as the second before it, and digits beyond milliseconds are cut off.
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
            day >= 1, day <= CivilCalendar.days(inMonth: Int(month), year: Int(year)), hour < 24, minute < 60,
            second <= 60
        else { return nil }
        let days = CivilCalendar.days(year: Int(year), month: Int(month), day: Int(day))
        let seconds = Int64(days) * 86_400 + hour * 3600 + minute * 60 + min(second, 59) - offset * 60
        self.init(milliseconds: seconds * 1000 + fraction)
    }
}

/// Reads fixed-width numbers from ASCII. Each step returns whether what it expects was there.
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
