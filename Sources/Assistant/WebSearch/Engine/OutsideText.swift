/// Text of a web page or a search engine, made fit to stand in one line.
enum OutsideText {
    private static let entities =
        ([
            ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&#x27;", "'"), ("&nbsp;", " "),
            ("&amp;", "&"),
        ] as [(String, Unicode.Scalar)])
        .map { (name: Array($0.0.unicodeScalars), character: $0.1) }

    /// Without tags, control characters and characters that nobody sees; one space between words.
    static func line(_ text: String, upTo length: Int) -> String {
        // Markup makes a text longer, but not without end.
        var rest = text.unicodeScalars.prefix(length * 20)
        var scalars = String.UnicodeScalarView()
        var isInTag = false
        while let scalar = next(&rest) {
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

    /// The next character of a text, for which an entity may stand.
    private static func next(_ rest: inout Substring.UnicodeScalarView) -> Unicode.Scalar? {
        if rest.first == "&", let entity = entities.first(where: { rest.starts(with: $0.name) }) {
            rest = rest.dropFirst(entity.name.count)
            return entity.character
        }
        return rest.popFirst()
    }

    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .privateUse, .surrogate, .unassigned: false
        default: !(0xE0000...0xE007F).contains(scalar.value)
        }
    }
}
