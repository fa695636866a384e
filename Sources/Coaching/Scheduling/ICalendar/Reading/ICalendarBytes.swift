/// The lines of a document, before anything is known of what they say.
enum ICalendarBytes {
    private static let maxLines = 5_000

    /// The content lines with their numbers: what a line break and a space have cut is joined, also where that was within
    /// a character (RFC 5545 §3.1). A byte order mark may come first, and tell of UTF-16.
    static func lines(_ bytes: [UInt8]) throws(CalendarObjectRefusal) -> [(number: Int, bytes: [UInt8])] {
        let bytes = utf8(bytes)
        // Whoever ends lines by CR alone has no LF anywhere.
        let end: UInt8 = bytes.contains(0x0A) ? 0x0A : 0x0D
        var lines: [(number: Int, bytes: [UInt8])] = []
        for (index, raw) in bytes.split(separator: end, omittingEmptySubsequences: false).enumerated() {
            let line = raw.last == 0x0D ? raw.dropLast() : raw
            guard let first = line.first else { continue }
            if first == 0x20 || first == 0x09, !lines.isEmpty {
                lines[lines.count - 1].bytes += line.dropFirst()
            } else {
                lines.append((index + 1, Array(line)))
            }
            guard lines.count <= maxLines else { throw .data("A document has at most \(maxLines) lines.") }
        }
        return lines
    }

    private static func utf8(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return bytes.dropFirst(3) }
        let isLittle = bytes.starts(with: [0xFF, 0xFE])
        guard isLittle || bytes.starts(with: [0xFE, 0xFF]) else { return bytes[...] }
        let units = stride(from: 2, to: bytes.count - 1, by: 2).map { index in
            let (low, high) = isLittle ? (bytes[index], bytes[index + 1]) : (bytes[index + 1], bytes[index])
            return UInt16(high) << 8 | UInt16(low)
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)[...]
    }
}
