/// The rows of the text being written, and where the cursor is in them.
struct ComposerLayout {
    /// The columns of the marker before the text.
    static let indent = 3

    /// Each row's range of characters.
    private(set) var rows: [Range<Int>] = []
    private(set) var cursorRow = 0
    private(set) var cursorColumn = 0
    private let characters: [Character]
    private let cursor: Int

    init(_ model: AppModel, columns: Int? = nil) {
        self.init(model.composer.editor, columns: columns ?? model.size.columns)
    }

    init(_ editor: LineEditor, columns: Int) {
        characters = editor.characters
        cursor = editor.cursor
        let room = max(columns - Self.indent - 1, 2)
        var start = 0
        var width = 0
        var lastBreak: Int?
        var position = 0
        while position < characters.count {
            let character = characters[position]
            if character.isNewline {
                rows.append(start..<position + 1)
                (start, width, lastBreak) = (position + 1, 0, nil)
                position += 1
                continue
            }
            let next = width + Self.width(character)
            if next > room, position > start {
                let end = lastBreak ?? position
                rows.append(start..<end)
                (start, width, lastBreak) = (end, 0, nil)
                position = end
                continue
            }
            width = next
            position += 1
            if character == " " { lastBreak = position }
        }
        rows.append(start..<characters.count)
        placeCursor()
    }

    private mutating func placeCursor() {
        // At the end of a wrapped row, the cursor stands at the beginning of the next.
        cursorRow = rows.lastIndex { $0.lowerBound <= cursor } ?? 0
        cursorColumn = DisplayWidth.of(Self.shown(characters[rows[cursorRow].lowerBound..<cursor]))
    }

    /// The text of a row, as it is shown.
    func text(ofRow row: Int) -> String {
        guard rows.indices.contains(row) else { return "" }
        return Self.shown(characters[rows[row]])
    }

    /// The position in the text that many rows below the cursor, in its column.
    func position(rowsFromCursor step: Int) -> Int {
        let row = cursorRow + step
        if row < 0 { return 0 }
        guard rows.indices.contains(row) else { return characters.count }
        var column = 0
        for position in rows[row] {
            if column >= cursorColumn || characters[position].isNewline { return position }
            column += Self.width(characters[position])
        }
        return row == rows.count - 1 ? characters.count : max(rows[row].upperBound - 1, rows[row].lowerBound)
    }

    private static func width(_ character: Character) -> Int { DisplayWidth.of(shown([character])) }

    /// As it will stand in the message. Control characters that were pasted take one column, invisible ones none.
    private static func shown(_ characters: ArraySlice<Character>) -> String {
        TerminalText.line(String(characters.filter { !$0.isNewline }))
    }
}
