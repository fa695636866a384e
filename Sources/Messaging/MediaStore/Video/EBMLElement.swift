/// The header of an element of EBML (RFC 8794), the container format of WebM.
struct EBMLElement: Sendable, Hashable {
    static let maxHeaderLength = 12

    let id: UInt32
    let start: Int64
    /// The range of its content. Ends with the enclosing element if the size is unknown or too large.
    let content: Range<Int64>
    /// Live recordings don't know the sizes of their segment and clusters.
    let isSizeUnknown: Bool

    /// Parses the header at `offset` from up to 12 bytes. `nil` if there can't be an element.
    /// - Parameter limit: the end of the enclosing element or file.
    init?(_ bytes: ArraySlice<UInt8>, at offset: Int64, limit: Int64) {
        guard let first = bytes.first, first >= 0x10 else { return nil }
        let idLength = first.leadingZeroBitCount + 1
        let rest = bytes.dropFirst(idLength)
        guard let sizeByte = rest.first, sizeByte != 0 else { return nil }
        let sizeLength = sizeByte.leadingZeroBitCount + 1
        guard rest.count >= sizeLength else { return nil }
        id = bytes.prefix(idLength).reduce(0) { $0 << 8 | UInt32($1) }
        let mask = (UInt64(1) << (7 * UInt64(sizeLength))) - 1
        let size = rest.prefix(sizeLength).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } & mask
        start = offset
        let contentStart = offset + Int64(idLength + sizeLength)
        guard contentStart <= limit else { return nil }
        isSizeUnknown = size == mask
        content = contentStart..<contentStart + Int64(min(size, UInt64(limit - contentStart)))
    }

    var end: Int64 { content.upperBound }

    /// The header of a `Void` element (RFC 8794 §11.3.2) that takes the place of this one.
    var voidHeader: [UInt8] {
        let sizeLength = Int(min(content.lowerBound - start - 1, 8))
        let size = UInt64(end - start) - 1 - UInt64(sizeLength)
        let marker = UInt64(1) << (7 * UInt64(sizeLength))
        let field = size | marker
        return [0xEC] + (0..<sizeLength).map { UInt8(truncatingIfNeeded: field >> (8 * UInt64(sizeLength - 1 - $0))) }
    }
}
