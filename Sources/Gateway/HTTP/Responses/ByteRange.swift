import HTTPTypes

/// Which part of something a request asks for (RFC 9110 §14).
enum ByteRange: Sendable, Hashable {
    case whole
    case part(Range<Int64>)
    /// It lies behind the end.
    case unsatisfiable

    /// One range is honoured. Several, other units and what can't be read count as no range at all, which the standard
    /// allows and every client understands.
    /// - Parameters:
    ///   - tag: of the content as it is; an `If-Range` that names another means "then give me all of it".
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

    /// First and last of `bytes=first-last`, `bytes=first-`, or the count of `bytes=-count`.
    private static func specification(_ text: String) -> (first: Int64?, last: Int64?)? {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].lowercased() == "bytes" else { return nil }
        let ends = parts[1].split(separator: "-", omittingEmptySubsequences: false).map { $0.filter { $0 != " " } }
        guard ends.count == 2, ends.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }) else {
            return nil
        }
        // Beyond any file's end is beyond this one's, however many digits it has.
        func number(_ digits: String) -> Int64? { digits.isEmpty ? nil : Int64(digits) ?? (Int64.max - 1) }
        let (first, last) = (number(ends[0]), number(ends[1]))
        return first == nil && last == nil ? nil : (first, last)
    }
}
