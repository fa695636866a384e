/// What somebody did at the keyboard.
public enum Key: Sendable, Hashable {
    /// One or more typed characters.
    case text(String)
    /// Pasted as a whole (bracketed paste): line breaks in it don't submit.
    case paste(String)
    case enter, backspace, delete, tab
    case left, right, wordLeft, wordRight, home, end
    case up, down
    case killLine, killToEnd, killWord
    case interrupt, endOfInput, suspend, redraw
    case unknown
}
