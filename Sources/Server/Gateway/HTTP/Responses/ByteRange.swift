import HTTPTypes

/// The part of a file that a request asks for (RFC 9110 §14).
enum ByteRange: Sendable, Hashable {
    case whole
    case part(Range<Int64>)
    /// The range starts after the end.
    case unsatisfiable

    /// Supports a single range. Several ranges, other units and malformed values count as no range, which RFC 9110
    /// allows and every client handles.
    /// - Parameters:
    ///   - tag: the current entity tag. An `If-Range` with another tag asks for the whole content.
    init(_ headers: HTTPFields, size: Int64, tag: String) {
        self = .whole
        guard let text = headers[.range], let specification = Self.specification(text) else { return }
        if let condition = headers[.ifRange], condition != tag { return }
        switch specification {
        case (let first?, let last):
            guard last.map({ $0 >= first }) ?? true else { return }
            self = first < size ? .part(first..<min(last.map { $0 &+ 1 } ?? size, size)) : .unsatisfiable
        case (nil, let count?):
            self = count > 0 && size > 0 ? .part(max(0, size - count)..<size) : .unsatisfiable
        case (nil, nil): return
        }
    }

    /// The first and last byte of `bytes=first-last` and `bytes=first-`, or the length of `bytes=-length`.
    private static func specification(_ text: String) -> (first: Int64?, last: Int64?)? {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].lowercased() == "bytes" else { return nil }
        let ends = parts[1].split(separator: "-", omittingEmptySubsequences: false).map { $0.filter { $0 != " " } }
        guard ends.count == 2, ends.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }) else {
            return nil
        }
        // A number that overflows is beyond the end of any file.
        func number(_ digits: String) -> Int64? { digits.isEmpty ? nil : Int64(digits) ?? (Int64.max - 1) }
        let (first, last) = (number(ends[0]), number(ends[1]))
        return first == nil && last == nil ? nil : (first, last)
    }
}
