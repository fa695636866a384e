extension StyledText {
    /// Breaks the line between words into rows of at most `columns`. A word that is longer than a row is cut.
    /// - Parameter indent: of the rows after the first, at most half of the columns.
    func wrapped(to columns: Int, indent: Int = 0) -> [StyledText] {
        let columns = max(columns, 2)
        guard width > columns else { return [self] }
        var rows = RowBuilder(columns: columns, indent: min(max(indent, 0), columns / 2))
        for word in words { rows.add(word) }
        return rows.end()
    }

    /// Runs of spaces and of other characters. A word may have several spans.
    private var words: [[Span]] {
        var words: [[Span]] = []
        var isSpace: Bool?
        for span in spans {
            var rest = span.text[...]
            while let first = rest.first {
                let space = first == " "
                let end = rest.firstIndex { ($0 == " ") != space } ?? rest.endIndex
                let piece = span.part(rest[..<end])
                if isSpace == space, !words.isEmpty {
                    words[words.count - 1].append(piece)
                } else {
                    words.append([piece])
                }
                isSpace = space
                rest = rest[end...]
            }
        }
        return words
    }
}

private struct RowBuilder {
    let columns: Int
    let indent: Int
    private var rows: [StyledText] = []
    private var row: [Span] = []
    private var used = 0
    /// The spaces before the next word. Those at a break aren't shown.
    private var spaces: [Span] = []

    init(columns: Int, indent: Int) {
        self.columns = columns
        self.indent = indent
    }

    mutating func add(_ word: [Span]) {
        if word.first?.text.first == " " {
            // Spaces at the start are an indentation that the writer wanted.
            if rows.isEmpty, row.isEmpty { append(word) } else { spaces = word }
            return
        }
        let width = Self.width(word)
        let gap = Self.width(spaces)
        if used + gap + width <= columns {
            append(spaces)
        } else if used > (rows.isEmpty ? 0 : indent) {
            breakRow()
        }
        spaces = []
        if used + width <= columns { append(word) } else { cut(word) }
    }

    mutating func end() -> [StyledText] {
        breakRow()
        return rows
    }

    private mutating func append(_ spans: [Span]) {
        row += spans
        used += Self.width(spans)
    }

    private mutating func cut(_ word: [Span]) {
        for span in word {
            var text = ""
            for character in span.text {
                let width = DisplayWidth.of(character)
                if used + width > columns {
                    append(piece: text, of: span)
                    text = ""
                    breakRow()
                }
                text.append(character)
                used += width
            }
            append(piece: text, of: span)
        }
    }

    /// Its width is counted already.
    private mutating func append(piece: String, of span: Span) {
        if !piece.isEmpty { row.append(span.part(piece)) }
    }

    private mutating func breakRow() {
        rows.append(StyledText(row))
        row = indent > 0 ? [Span(String(repeating: " ", count: indent))] : []
        used = indent
    }

    private static func width(_ spans: [Span]) -> Int { spans.reduce(0) { $0 + $1.width } }
}
