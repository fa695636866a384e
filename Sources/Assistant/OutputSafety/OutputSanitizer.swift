import Domain

/// Sanitizes a model's text while it streams.
///
/// Links and images are removed if the user didn't name their host, since they could send what the model has read to
/// that host. HTML is escaped, and invisible characters are dropped. Markers such as `[7]` are renumbered in the order
/// of their use, and those without a matching line are removed. The result doesn't depend on how the text is split into
/// deltas.
package struct OutputSanitizer: Sendable {
    /// A longer run without a space is sanitized in parts.
    static let maxRunLength = 4096
    /// Twenty numbers of six digits, with commas and spaces.
    static let maxMarkerLength = 200

    private let links: LinkFilter
    private var pending = ""
    /// The cited lines, in the order of their first use: the first is the answer's `[1]`.
    package private(set) var cited: [Int] = []
    /// The cited pages of the web, likewise: the first is the answer's `[w1]`.
    package private(set) var citedPages: [Int] = []

    package init(allowedHosts: Set<String>) { links = LinkFilter(allowedHosts: allowedHosts) }

    /// - Parameters:
    ///   - lines: the number of lines and pages that can be cited.
    ///   - pages: the numbers of the pages among them.
    /// - Returns: the text that can be shown now.
    package mutating func feed(_ delta: String, lines: Int, pages: Set<Int> = []) -> String {
        pending.unicodeScalars.append(contentsOf: delta.unicodeScalars.filter { !HiddenScalars.contains($0) })
        if pending.unicodeScalars.count > Self.maxRunLength { breakRun() }
        let end = safeEnd()
        let ready = String(pending[..<end])
        pending = String(pending[end...])
        return clean(ready, lines: lines, pages)
    }

    /// The text that was held back.
    package mutating func finish(lines: Int, pages: Set<Int> = []) -> String {
        defer { pending = "" }
        return clean(pending, lines: lines, pages)
    }

    /// A run that is no text anyway gets a space at its end, so that no address can go on behind it.
    private mutating func breakRun() {
        if safeEnd() == pending.startIndex { pending.unicodeScalars.append(" ") }
    }

    /// The position before which nothing can change any more: a possible address has ended. An open
    /// group of numbers may become a marker, and removing that may also remove the space before it.
    private func safeEnd() -> String.Index {
        let scalars = pending.unicodeScalars
        var index = scalars.endIndex
        while index > scalars.startIndex {
            let before = scalars.index(before: index)
            let previous = before > scalars.startIndex ? scalars[scalars.index(before: before)] : nil
            if AddressFinder.isBreak(scalars[before], after: previous) { break }
            index = before
        }
        guard index > scalars.startIndex else { return scalars.startIndex }
        var end = index
        while index > scalars.startIndex, scalars.distance(from: index, to: end) < Self.maxMarkerLength {
            index = scalars.index(before: index)
            if scalars[index] == "[" {
                end = index
                break
            }
            guard "0123456789, ".unicodeScalars.contains(scalars[index]) else { break }
        }
        while end > scalars.startIndex, scalars[scalars.index(before: end)] == " " { end = scalars.index(before: end) }
        return end
    }

    private mutating func clean(_ text: String, lines: Int, _ pages: Set<Int>) -> String {
        guard !text.isEmpty else { return "" }
        return renumbered(links.cleaned(text), lines: lines, pages)
    }

    private mutating func renumbered(_ text: String, lines: Int, _ pages: Set<Int>) -> String {
        var result = ""
        var last = text.startIndex
        for match in text.matches(of: /\[(\d{1,6}(?:[ ]?,[ ]?\d{1,6}){0,19})\]/) {
            result += text[last..<match.range.lowerBound]
            last = match.range.upperBound
            var markers: [String] = []
            for part in match.1.split(whereSeparator: { $0 == "," || $0 == " " }) {
                guard let number = Int(part), (1...max(1, lines)).contains(number), lines > 0 else { continue }
                let marker =
                    pages.contains(number)
                    ? "[w\(Self.place(of: number, in: &citedPages))]" : "[\(Self.place(of: number, in: &cited))]"
                if !markers.contains(marker) { markers.append(marker) }
            }
            result += markers.joined()
            // Without this, "as she said [99]." would leave a space before the full stop.
            if markers.isEmpty, result.last == " ", last == text.endIndex || ".,;:!? \n".contains(text[last]) {
                result.removeLast()
            }
        }
        return result + text[last...]
    }

    /// From 1, in the order of the first use.
    private static func place(of number: Int, in cited: inout [Int]) -> Int {
        if let known = cited.firstIndex(of: number) { return known + 1 }
        cited.append(number)
        return cited.count
    }
}
