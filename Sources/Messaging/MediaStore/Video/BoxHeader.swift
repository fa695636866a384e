/// The header of a box in ISO base media (ISO/IEC 14496-12 §4.2) or QuickTime.
struct BoxHeader: Sendable, Hashable {
    let type: UInt32
    /// The range of its content.
    let content: Range<Int64>
    /// The offset of the four characters of its type.
    let typeOffset: Int64

    var end: Int64 { content.upperBound }

    /// Parses the header at `offset` from up to 16 bytes. `nil` if there can't be a box.
    /// - Parameter limit: the end of the enclosing box or file. A box that claims to be longer is truncated.
    init?(_ bytes: [UInt8], at offset: Int64, limit: Int64) {
        guard bytes.count >= 8, offset >= 0, limit > offset else { return nil }
        func number(_ range: Range<Int>) -> UInt64 { bytes[range].reduce(0) { $0 << 8 | UInt64($1) } }
        type = UInt32(truncatingIfNeeded: number(4..<8))
        typeOffset = offset + 4
        var size = number(0..<4)
        var headerLength: Int64 = 8
        if size == 1 {
            guard bytes.count >= 16 else { return nil }
            size = number(8..<16)
            headerLength = 16
        }
        let available = UInt64(limit - offset)
        // 0 means that the box extends to the end.
        if size == 0 { size = available }
        guard size >= UInt64(headerLength), available >= UInt64(headerLength) else { return nil }
        content = offset + headerLength..<offset + Int64(min(size, available))
        isTruncated = size > available
    }

    /// Whether it claims to extend beyond the enclosing box or file.
    let isTruncated: Bool
}

extension UInt32 {
    /// The number of a four-character type.
    init(box name: StaticString) {
        self = name.withUTF8Buffer { $0.reduce(0) { $0 << 8 | UInt32($1) } }
    }
}
