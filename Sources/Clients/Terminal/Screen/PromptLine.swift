/// The last row of the screen: the prompt and the part of the typed line around the cursor. It is always a single row,
/// so that it can be cleared and redrawn without counting rows.
enum PromptLine {
    static let clear = "\r\u{1B}[K"

    /// The bytes that draw the row and position the cursor.
    /// - Parameters:
    ///   - prompt: safe for terminals, without styles.
    ///   - columns: of the screen.
    static func render(
        prompt: String,
        characters: [Character],
        cursor: Int,
        columns: Int,
        style: Style = .plain
    ) -> String {
        // The last column stays free: on some terminals a cursor behind it would wrap.
        let columns = max(columns, 4) - 1
        let prompt = shortened(prompt, to: columns / 2)
        let room = columns - DisplayWidth.of(prompt)
        let shown = characters.map(visible)
        let cursor = min(max(cursor, 0), shown.count)
        var start = cursor
        var before = 0
        while start > 0, before + DisplayWidth.of(shown[start - 1]) < room {
            start -= 1
            before += DisplayWidth.of(shown[start])
        }
        var end = cursor
        var width = before
        while end < shown.count, width + DisplayWidth.of(shown[end]) <= room {
            width += DisplayWidth.of(shown[end])
            end += 1
        }
        let column = DisplayWidth.of(prompt) + before
        return clear + style.bold(prompt) + String(shown[start..<end]) + "\r"
            + (column > 0 ? "\u{1B}[\(column)C" : "")
    }

    /// The end stays, because it parts the prompt from the typed text.
    private static func shortened(_ prompt: String, to columns: Int) -> String {
        guard prompt.hasSuffix("> "), DisplayWidth.of(prompt) > columns, columns > 3 else {
            return DisplayWidth.truncate(prompt, to: columns)
        }
        return DisplayWidth.truncate(String(prompt.dropLast(2)), to: columns - 2) + "> "
    }

    /// How a character is shown in the row: pasted line breaks and control characters take one column.
    private static func visible(_ character: Character) -> Character {
        if character.isNewline { return "⏎" }
        return TerminalText.line(String(character)).first ?? "\u{FFFD}"
    }
}
