import Domain

/// Text that anybody may have written, as Markdown that shows it and does nothing else: no heading, link, picture, HTML,
/// table, footnote or code comes of it.
package enum MarkdownText {
    /// One line.
    package static func line(_ text: String) -> String {
        escaped(visible(text.split(whereSeparator: \.isWhitespace).joined(separator: " ")))
    }

    /// Paragraphs and line breaks stay.
    package static func paragraphs(_ text: String) -> String {
        lines(of: text).map { $0.isEmpty ? "" : escaped($0) }.broken
    }

    /// An answer: its lists and line breaks stay, its headings become bold lines, and its markers `[1]` footnotes.
    /// - Parameter footnote: the number of the footnote for a marker; `nil` leaves the marker as it is.
    package static func answer(_ text: String, footnote: (Int) -> Int?) -> String {
        lines(of: text).map { line in
            if let heading = line.wholeMatch(of: /#{1,6}\s+(.+)/) {
                let words = withFootnotes(String(heading.1).replacing("*", with: ""), footnote)
                return words.isEmpty ? "" : "**\(words)**"
            }
            if let item = line.wholeMatch(of: /([-*•])\s+(.+)/) {
                return "- " + withFootnotes(String(item.2), footnote)
            }
            if let item = line.wholeMatch(of: /(\d{1,3})[.)]\s+(.+)/) {
                return "\(item.1). " + withFootnotes(String(item.2), footnote)
            }
            return withFootnotes(line, footnote)
        }.broken
    }

    private static func withFootnotes(_ text: String, _ footnote: (Int) -> Int?) -> String {
        var result = ""
        var last = text.startIndex
        for match in text.matches(of: /\[(\d{1,3})\]/) {
            // Before these a footnote would become a link, or the text of another footnote.
            let isFree = match.range.upperBound == text.endIndex || !"(:".contains(text[match.range.upperBound])
            guard isFree, let number = Int(match.1).flatMap(footnote) else { continue }
            result += escaped(String(text[last..<match.range.lowerBound])) + "[^\(number)]"
            last = match.range.upperBound
        }
        let rest = String(text[last...])
        return result + (result.isEmpty ? escaped(rest) : escaped(rest, startsLine: false))
    }

    private static func lines(of text: String) -> [String] {
        text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { visible(String($0)).trimmed }
    }

    private static func visible(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars where !HiddenScalars.contains(scalar) {
            scalars.append(scalar.properties.generalCategory == .control ? " " : scalar)
        }
        return String(scalars)
    }

    /// A backslash before every character that could mean something. Addresses stay readable, but aren't made links.
    private static func escaped(_ text: String, startsLine: Bool = true) -> String {
        var result = ""
        let characters = Array(text.unicodeScalars)
        for (place, scalar) in characters.enumerated() {
            let isFirst = startsLine && place == 0
            let needsEscape =
                switch scalar {
                case "\\", "`", "*", "_", "[", "]", "<", ">", "&", "|", "~", "$", "^", "{", "}", "@": true
                case "#", "+", "-", "=", ":": isFirst || scalar == ":" && follows(characters, place, "//")
                case ".", ")":
                    startsLine && place > 0 && characters[..<place].allSatisfy { ("0"..."9").contains($0) }
                        || scalar == "." && isAfterWWW(characters, place)
                default: false
                }
            if needsEscape { result.append("\\") }
            result.unicodeScalars.append(scalar)
            // Mail addresses are linked even where they are escaped. This character has no width.
            if scalar == "@" { result.unicodeScalars.append("\u{2060}") }
        }
        return result
    }

    private static func follows(_ scalars: [Unicode.Scalar], _ place: Int, _ word: String) -> Bool {
        Array(scalars.dropFirst(place + 1).prefix(word.count)) == Array(word.unicodeScalars)
    }

    private static func isAfterWWW(_ scalars: [Unicode.Scalar], _ place: Int) -> Bool {
        scalars[..<place].suffix(3).allSatisfy { $0 == "w" || $0 == "W" } && place >= 3
    }
}

extension [String] {
    /// Lines of one paragraph with a hard break between them. List items are lines of their own.
    fileprivate var broken: String {
        var result = ""
        for (place, line) in enumerated() {
            result += line
            guard place + 1 < count else { break }
            let isPlain = !line.isEmpty && !self[place + 1].isEmpty && !line.isItem && !self[place + 1].isItem
            // A list begins after a paragraph only with an empty line between them, and ends the same way.
            let needsGap = !line.isEmpty && !self[place + 1].isEmpty && line.isItem != self[place + 1].isItem
            result += isPlain ? "\\\n" : needsGap ? "\n\n" : "\n"
        }
        return result
    }
}

extension String {
    fileprivate var isItem: Bool { hasPrefix("- ") || prefixMatch(of: /\d{1,3}\.[ ]/) != nil }
}
