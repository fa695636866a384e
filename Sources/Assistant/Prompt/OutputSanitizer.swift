import Domain

/// Sanitizes a model's text while it streams.
///
/// Links and images are removed if the user didn't name their host, since they could send what the model has read to
/// that host. HTML is escaped, and invisible characters are dropped. Markers such as `[7]` are renumbered in the order
/// of their use, and those without a matching line are removed. The result doesn't depend on how the text is split into
/// deltas.
struct OutputSanitizer: Sendable {
    /// A longer run without a space is sanitized in parts.
    static let maxRunLength = 4096
    /// Twenty numbers of six digits, with commas and spaces.
    static let maxMarkerLength = 200

    private let links: LinkFilter
    private var pending = ""
    /// The cited lines, in the order of their first use: the first is the answer's `[1]`.
    private(set) var cited: [Int] = []

    init(allowedHosts: Set<String>) { links = LinkFilter(allowedHosts: allowedHosts) }

    /// - Parameter lines: the number of lines that can be cited.
    /// - Returns: the text that can be shown now.
    mutating func feed(_ delta: String, lines: Int) -> String {
        pending.unicodeScalars.append(contentsOf: delta.unicodeScalars.filter { !HiddenScalars.contains($0) })
        if pending.unicodeScalars.count > Self.maxRunLength { breakRun() }
        let end = safeEnd()
        let ready = String(pending[..<end])
        pending = String(pending[end...])
        return clean(ready, lines: lines)
    }

    /// The text that was held back.
    mutating func finish(lines: Int) -> String {
        defer { pending = "" }
        return clean(pending, lines: lines)
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

    private mutating func clean(_ text: String, lines: Int) -> String {
        guard !text.isEmpty else { return "" }
        return renumbered(links.cleaned(text), lines: lines)
    }

    private mutating func renumbered(_ text: String, lines: Int) -> String {
        var result = ""
        var last = text.startIndex
        for match in text.matches(of: /\[(\d{1,6}(?:[ ]?,[ ]?\d{1,6}){0,19})\]/) {
            result += text[last..<match.range.lowerBound]
            last = match.range.upperBound
            var numbers: [Int] = []
            for part in match.1.split(whereSeparator: { $0 == "," || $0 == " " }) {
                guard let number = Int(part), (1...max(1, lines)).contains(number), lines > 0 else { continue }
                let position = cited.firstIndex(of: number) ?? cited.count
                if position == cited.count { cited.append(number) }
                if !numbers.contains(position + 1) { numbers.append(position + 1) }
            }
            for number in numbers { result += "[\(number)]" }
            // Without this, "as she said [99]." would leave a space before the full stop.
            if numbers.isEmpty, result.last == " ", last == text.endIndex || ".,;:!? \n".contains(text[last]) {
                result.removeLast()
            }
        }
        return result + text[last...]
    }
}
