/// Text of a web page or a search engine, made fit to stand in one line.
enum OutsideText {
    private static let entities = [
        ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&#x27;", "'"), ("&nbsp;", " "),
        ("&amp;", "&"),
    ]

    /// Without tags, control characters and characters that nobody sees; one space between words.
    static func line(_ text: String, upTo length: Int) -> String {
        // Markup makes a text longer, but not without end.
        var text = String(text.prefix(length * 20))
        for (entity, character) in entities { text = text.replacing(entity, with: character) }
        var scalars = String.UnicodeScalarView()
        var isInTag = false
        for scalar in text.unicodeScalars {
            if scalar == "<" {
                isInTag = true
            } else if isInTag {
                isInTag = scalar != ">"
            } else if scalar.properties.isWhitespace {
                if scalars.last != " ", !scalars.isEmpty { scalars.append(" ") }
            } else if isVisible(scalar) {
                scalars.append(scalar)
            }
        }
        while scalars.last == " " { scalars.removeLast() }
        let line = String(scalars)
        return line.count <= length ? line : line.prefix(length - 1) + "…"
    }

    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .privateUse, .surrogate, .unassigned: false
        default: !(0xE0000...0xE007F).contains(scalar.value)
        }
    }
}
