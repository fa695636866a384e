/// The head of a box of ISO base media (ISO/IEC 14496-12 §4.2) or QuickTime.
struct BoxHeader: Sendable, Hashable {
    let type: UInt32
    /// Where its content begins and ends.
    let content: Range<Int64>
    /// Where the four characters of its type are.
    let typeOffset: Int64

    var end: Int64 { content.upperBound }

    /// Reads the head at `offset` from the up to 16 bytes there; `nil` where no box can be.
    /// - Parameter limit: where the enclosing box or the file ends; a box that says more is cut there.
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
        let room = UInt64(limit - offset)
        // 0 means up to the end.
        if size == 0 { size = room }
        guard size >= UInt64(headerLength), room >= UInt64(headerLength) else { return nil }
        content = offset + headerLength..<offset + Int64(min(size, room))
        isCut = size > room
    }

    /// Whether it says that it goes on beyond what encloses it.
    let isCut: Bool
}

extension UInt32 {
    /// A type of four characters as its number.
    init(box name: StaticString) {
        self = name.withUTF8Buffer { $0.reduce(0) { $0 << 8 | UInt32($1) } }
    }
}
