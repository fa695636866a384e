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
        case .killLine: remove(0..<cursor)
        case .killToEnd: remove(cursor..<characters.count)
        case .killWord: remove(wordStart..<cursor)
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
        if !line.allSatisfy(\.isWhitespace), line != history.last {
            history.append(line)
            if history.count > Self.maxHistoryLines { history.removeFirst() }
        }
        _ = clear()
        return .submit(line)
    }

    private mutating func remove(_ range: Range<Int>) -> Action {
        guard !range.isEmpty else { return .none }
        characters.removeSubrange(range)
        cursor = range.lowerBound
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
