/// Shows the Markdown that language models like to write on a terminal, while it arrives in pieces: bold text is bold, or
/// plain where there are no styles; the marks themselves aren't shown.
struct MarkdownText: Sendable {
    private let style: Style
    /// Asterisks whose meaning depends on what follows.
    private var stars = 0
    private var isBold = false
    private var before: Character = "\n"
    /// Marks of a heading at the beginning of a line.
    private var hashes = 0
    /// Whether the marks of a heading have just ended.
    private var wasHeading = false

    init(style: Style) { self.style = style }

    /// What can be shown of a piece. What can't be told yet comes with the next.
    mutating func feed(_ text: String) -> String {
        var result = ""
        for character in text { result += next(character) }
        return result
    }

    /// What is left at the end of the text.
    mutating func end() -> String {
        let rest = flush(following: "\n") + (isBold ? toggle() : "")
        before = "\n"
        return rest
    }

    private mutating func next(_ character: Character) -> String {
        if character == "*", hashes == 0 {
            stars += 1
            return ""
        }
        if character == "#", before == "\n", stars == 0 {
            hashes += 1
            return ""
        }
        var result = flush(following: character)
        if character == "\n", isBold { result += toggle() }
        // The blank after a heading's marks goes with them.
        if wasHeading, character == " " {
            wasHeading = false
            before = " "
            return result
        }
        wasHeading = false
        before = character
        return result + String(character)
    }

    private mutating func flush(following character: Character) -> String {
        if hashes > 0 {
            let marks = String(repeating: "#", count: hashes)
            let isHeading = character == " " && hashes <= 6
            hashes = 0
            wasHeading = isHeading
            if isHeading { return isBold ? "" : toggle() }
            before = "#"
            return marks
        }
        guard stars > 0 else { return "" }
        let count = stars
        stars = 0
        let marks = String(repeating: "*", count: count)
        let opens = !isBold && !character.isWhitespace
        let closes = isBold && !before.isWhitespace
        guard count >= 2, opens || closes else {
            before = "*"
            return marks
        }
        return toggle() + String(repeating: "*", count: count - 2)
    }

    private mutating func toggle() -> String {
        isBold.toggle()
        return style.isEnabled ? (isBold ? "\u{1B}[1m" : "\u{1B}[0m") : ""
    }
}
