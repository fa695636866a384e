/// The line being typed: its characters, the cursor, and the history of submitted lines.
public struct LineEditor: Sendable {
    public enum Action: Sendable, Hashable {
        case none
        /// The line or the cursor has changed.
        case changed
        case submit(String)
        /// Ctrl-C on an empty line.
        case interrupt
        /// Ctrl-D on an empty line.
        case endOfInput
        case suspend
        case redraw
        case complete
    }

    public private(set) var characters: [Character] = []
    /// Between `characters[cursor - 1]` and `characters[cursor]`.
    public private(set) var cursor = 0

    private var history: [String] = []
    /// Index of the history line that is shown. `nil` for the new line, which is kept in `draft` meanwhile.
    private var shown: Int?
    private var draft = ""
    /// What was killed last.
    private var killed = ""

    private static let maxHistoryLines = 500
    private static let maxLength = 40_000

    public init() {}

    public var text: String { String(characters) }
    public var isEmpty: Bool { characters.isEmpty }

    public mutating func handle(_ key: Key) -> Action {
        switch key {
        case .text(let text): insert(text)
        case .paste(let text): insert(text.replacing("\r\n", with: "\n").replacing("\r", with: "\n"))
        case .enter: submit()
        case .backspace: remove(max(0, cursor - 1)..<cursor)
        case .delete: remove(cursor..<min(characters.count, cursor + 1))
        case .killLine: kill(0..<cursor)
        case .killToEnd: kill(cursor..<characters.count)
        case .killWord: kill(wordStart..<cursor)
        case .killNextWord: kill(cursor..<wordEnd)
        case .yank: insert(killed)
        case .transpose: transpose()
        case .left: move(to: cursor - 1)
        case .right: move(to: cursor + 1)
        case .wordLeft: move(to: wordStart)
        case .wordRight: move(to: wordEnd)
        case .home: move(to: 0)
        case .end: move(to: characters.count)
        case .up: show((shown ?? history.count) - 1)
        case .down: show(shown.map { $0 + 1 })
        case .interrupt: isEmpty ? .interrupt : clear()
        case .endOfInput: isEmpty ? .endOfInput : remove(cursor..<min(characters.count, cursor + 1))
        case .suspend: .suspend
        case .redraw: .redraw
        case .tab: .complete
        case .unknown: .none
        }
    }

    /// Moves the cursor to a position, or as near as possible.
    public mutating func moveCursor(to position: Int) { _ = move(to: position) }

    /// Adds a line to the history without submitting it.
    public mutating func remember(_ line: String) {
        if !line.allSatisfy(\.isWhitespace), line != history.last {
            history.append(line)
            if history.count > Self.maxHistoryLines { history.removeFirst() }
        }
    }

    /// Replaces part of the line, with the cursor after it.
    public mutating func replace(_ range: Range<Int>, with text: String) {
        let range = range.clamped(to: 0..<characters.count)
        let before = String(characters[..<range.lowerBound]) + text
        characters = Array(before + String(characters[range.upperBound...]))
        cursor = min(before.count, characters.count)
    }

    /// Replaces the line, with the cursor at its end.
    public mutating func set(_ text: String) {
        characters = Array(text)
        cursor = characters.count
    }

    private mutating func clear() -> Action {
        set("")
        shown = nil
        return .changed
    }

    /// Joined as strings, because a combining mark becomes part of the character before it.
    private mutating func insert(_ text: String) -> Action {
        guard !text.isEmpty, characters.count + text.count <= Self.maxLength else { return .none }
        let before = String(characters[..<cursor]) + text
        let after = String(characters[cursor...])
        characters = Array(before + after)
        cursor = min(before.count, characters.count)
        return .changed
    }

    private mutating func submit() -> Action {
        let line = text
        remember(line)
        _ = clear()
        return .submit(line)
    }

    private mutating func remove(_ range: Range<Int>) -> Action {
        guard !range.isEmpty else { return .none }
        characters.removeSubrange(range)
        cursor = range.lowerBound
        return .changed
    }

    private mutating func kill(_ range: Range<Int>) -> Action {
        if !range.isEmpty { killed = String(characters[range]) }
        return remove(range)
    }

    /// The character before the cursor moves over the one after it; at the end, the last two change places.
    private mutating func transpose() -> Action {
        let right = min(cursor, characters.count - 1)
        guard right > 0 else { return .none }
        characters.swapAt(right - 1, right)
        cursor = right + 1
        return .changed
    }

    private mutating func move(to position: Int) -> Action {
        let position = min(max(position, 0), characters.count)
        guard position != cursor else { return .none }
        cursor = position
        return .changed
    }

    private var wordStart: Int {
        var position = cursor
        while position > 0, characters[position - 1].isWhitespace { position -= 1 }
        while position > 0, !characters[position - 1].isWhitespace { position -= 1 }
        return position
    }

    private var wordEnd: Int {
        var position = cursor
        while position < characters.count, characters[position].isWhitespace { position += 1 }
        while position < characters.count, !characters[position].isWhitespace { position += 1 }
        return position
    }

    private mutating func show(_ index: Int?) -> Action {
        guard let index, index >= 0, index <= history.count, !history.isEmpty else { return .none }
        if shown == nil { draft = text }
        if index == history.count {
            guard shown != nil else { return .none }
            shown = nil
            set(draft)
        } else {
            shown = index
            set(history[index])
        }
        return .changed
    }
}
