/// PostgreSQL's numbers of any length, which a sum of integers is: digits to the base of 10,000, most significant first,
/// after four 16-bit numbers: how many digits, the first one's exponent, sign, and decimals to be shown.
enum PostgreSQLNumeric {
    /// `nil` if it isn't an integer of 64 bits.
    static func integer(_ bytes: UnsafeRawBufferPointer) -> Int64? {
        guard let (isNegative, weight, digits) = parts(bytes), digits.count <= weight + 1 || digits.isEmpty else {
            return nil
        }
        var value: Int64 = 0
        for position in 0...max(0, weight) {
            let digit = digits.indices.contains(position) ? digits[position] : 0
            let (shifted, overflows) = value.multipliedReportingOverflow(by: 10_000)
            let (sum, overflowsToo) = shifted.subtractingReportingOverflow(Int64(digit))
            if overflows || overflowsToo { return nil }
            value = sum
        }
        // Gathered below zero, where there is room for one more.
        return isNegative ? value : value == .min ? nil : -value
    }

    static func value(_ bytes: UnsafeRawBufferPointer) -> Double {
        guard let (isNegative, weight, digits) = parts(bytes) else { return .nan }
        var value = 0.0
        var scale = (0..<abs(weight)).reduce(1.0) { power, _ in power * 10_000 }
        if weight < 0 { scale = 1 / scale }
        for digit in digits {
            value += Double(digit) * scale
            scale /= 10_000
        }
        return isNegative ? -value : value
    }

    private static func parts(_ bytes: UnsafeRawBufferPointer) -> (isNegative: Bool, weight: Int, digits: [UInt16])? {
        func word(_ index: Int) -> UInt16 { UnsafeRawBufferPointer(rebasing: bytes[(2 * index)...]).bigEndian() }
        guard bytes.count >= 8, word(2) == 0 || word(2) == 0x4000 else { return nil }
        let count = Int(word(0))
        guard bytes.count >= 8 + 2 * count else { return nil }
        return (word(2) == 0x4000, Int(Int16(bitPattern: word(1))), (0..<count).map { word(4 + $0) })
    }
}
