import Domain
import OutputSafety

/// What a language model answers when it is asked for a title, made into one.
enum TitleText {
    static let maxLength = 60
    private static let maxWords = 8

    /// - Parameter answer: anything: a model may add quotes, a lead, Markdown or a whole essay.
    /// - Returns: one line of plain words without links; `nil` if there is no title in it.
    static func title(in answer: String) -> String? {
        let line = answer.split(whereSeparator: \.isNewline).map { String($0) }.first { $0.contains(where: \.isLetter) }
        guard let line else { return nil }
        var visible = String.UnicodeScalarView()
        visible.append(
            contentsOf: line.unicodeScalars.filter { scalar in
                scalar.properties.generalCategory != .control && !HiddenScalars.contains(scalar)
                    && !"*_`#\"“”«»<>[](){}|\\".unicodeScalars.contains(scalar)
            }
        )
        var text = LinkFilter(allowedHosts: []).cleaned(String(visible))
        for lead in ["title:", "topic:"] where text.trimmed.lowercased().hasPrefix(lead) {
            text = String(text.trimmed.dropFirst(lead.count))
        }
        var words = text.split(whereSeparator: \.isWhitespace).map(String.init)
        // A sentence about the task is no title.
        guard words.count <= maxWords * 2, !text.contains(LinkFilter.replacement) else { return nil }
        words = Array(words.prefix(maxWords))
        while words.joined(separator: " ").count > maxLength, words.count > 1 { words.removeLast() }
        var title = String(words.joined(separator: " ").prefix(maxLength))
        while let last = title.last, ".,:;!-–—'".contains(last) { title.removeLast() }
        while let first = title.first, "-–—•'.,:;".contains(first) || first.isWhitespace { title.removeFirst() }
        return title.count(where: \.isLetter) > 1 ? title : nil
    }
}
