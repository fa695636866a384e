/// Finds web addresses in text, so that a terminal can open them.
enum LinkFinder {
    /// The line with its addresses as links. Only `http` and `https` are.
    static func linked(_ line: String, _ role: TextRole) -> StyledText {
        guard line.contains("://") else { return StyledText(line, role) }
        var spans: [Span] = []
        var rest = line.startIndex
        for range in WebAddress.ranges(in: line) {
            if rest < range.lowerBound { spans.append(Span(String(line[rest..<range.lowerBound]), role)) }
            let address = String(line[range])
            spans.append(Span(address, .accent, link: address))
            rest = range.upperBound
        }
        if rest < line.endIndex { spans.append(Span(String(line[rest...]), role)) }
        return StyledText(spans)
    }
}
