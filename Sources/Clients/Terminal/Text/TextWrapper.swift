/// Breaks lines between words, so that they fit the terminal.
enum TextWrapper {
    /// - Parameters:
    ///   - line: may contain styles, which take no columns and go on over the break.
    ///   - indent: of the rows after the first. At most a third of the columns.
    static func wrap(_ line: String, to columns: Int, indent: Int = 6) -> [String] {
        let columns = max(columns, 4)
        guard width(of: line) > columns else { return [line] }
        let indent = min(max(indent, line.prefix { $0 == " " }.count), columns / 3)
        var rows: [String] = []
        var row = ""
        var used = 0
        var isEmpty = true
        func endRow() {
            while row.last == " " { row.removeLast() }
            rows.append(row)
            row = String(repeating: " ", count: indent)
            used = indent
            isEmpty = true
        }
        for word in words(of: line) {
            if word.first == " " {
                // Spaces at a break aren't shown. Those at the start leave room for the text.
                let isStart = rows.isEmpty && isEmpty
                let spaces = isStart ? String(word.prefix(columns / 3)) : word
                if used + spaces.count > columns {
                    endRow()
                } else if isStart || !isEmpty {
                    row += spaces
                    used += spaces.count
                }
                continue
            }
            if used + width(of: word) > columns, !isEmpty { endRow() }
            for piece in pieces(of: word) {
                let length = width(of: piece)
                if used + length > columns, !isEmpty { endRow() }
                row += piece
                used += length
                if length > 0 { isEmpty = false }
            }
        }
        rows.append(row)
        return rows
    }

    static func width(of line: String) -> Int {
        pieces(of: line).reduce(0) { $0 + ($1.first == escape ? 0 : DisplayWidth.of($1)) }
    }

    private static let escape: Character = "\u{1B}"

    /// Runs of spaces, and what stands between them.
    private static func words(of line: String) -> [String] {
        var words: [String] = []
        for piece in pieces(of: line) {
            let isSpace = piece == " "
            if let last = words.last, (last.first == " ") == isSpace {
                words[words.count - 1] += piece
            } else {
                words.append(piece)
            }
        }
        return words
    }

    /// Characters, and whole styles.
    private static func pieces(of line: String) -> [String] {
        var pieces: [String] = []
        var style: String?
        for character in line {
            if let open = style {
                style = character == "m" ? nil : open + String(character)
                if style == nil { pieces.append(open + "m") }
            } else if character == escape {
                style = String(character)
            } else {
                pieces.append(String(character))
            }
        }
        return pieces + (style.map { [$0] } ?? [])
    }
}
