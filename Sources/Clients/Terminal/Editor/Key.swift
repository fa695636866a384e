/// A key press or a paste.
public enum Key: Sendable, Hashable {
    /// One or more typed characters.
    case text(String)
    /// Pasted as a whole (bracketed paste). Line breaks in it don't submit the line.
    case paste(String)
    case enter, backspace, delete, tab
    case left, right, wordLeft, wordRight, home, end
    case up, down
    case killLine, killToEnd, killWord, killNextWord
    /// Inserts what was killed last.
    case yank
    /// Swaps the characters around the cursor.
    case transpose
    case interrupt, endOfInput, suspend, redraw
    case unknown
}
