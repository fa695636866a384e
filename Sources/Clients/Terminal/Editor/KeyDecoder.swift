/// Decodes a terminal's bytes into the keys of a line editor, wherever reads split them.
public struct KeyDecoder {
    private var events = TerminalEventDecoder()

    public init() {}

    public mutating func feed(_ bytes: some Sequence<UInt8>) -> [Key] {
        Self.joined(events.feed(bytes).map { Key($0) })
    }

    /// Merges typed characters that arrived together, so that the screen is updated once.
    private static func joined(_ keys: [Key]) -> [Key] {
        var result: [Key] = []
        for key in keys {
            if case .text(let more) = key, case .text(let text)? = result.last {
                result[result.count - 1] = .text(text + more)
            } else {
                result.append(key)
            }
        }
        return result
    }
}

extension Key {
    /// The line editor's meaning of an event, as in readline.
    public init(_ event: TerminalEvent) {
        switch event {
        case .paste(let text): self = .paste(text)
        case .key(let press): self = Self.keys[press] ?? press.typed.map { .text(String($0)) } ?? .unknown
        case .mouse, .focus, .backgroundColor, .attributes, .unknown: self = .unknown
        }
    }

    private static let keys: [KeyPress: Key] = {
        var keys: [KeyPress: Key] = [
            KeyPress(.enter): .enter, KeyPress(.tab): .tab,
            KeyPress(.backspace): .backspace, KeyPress(.delete): .delete,
            KeyPress(.left): .left, KeyPress(.right): .right, KeyPress(.up): .up, KeyPress(.down): .down,
            KeyPress(.home): .home, KeyPress(.end): .end,
            KeyPress(.backspace, .alt): .killWord,
            KeyPress(.character("b"), .alt): .wordLeft, KeyPress(.character("f"), .alt): .wordRight,
            KeyPress(.character("d"), .alt): .killNextWord,
        ]
        for modifier in [KeyPress.Modifiers.control, .alt] {
            keys[KeyPress(.left, modifier)] = .wordLeft
            keys[KeyPress(.right, modifier)] = .wordRight
        }
        let controls: [Character: Key] = [
            "a": .home, "b": .left, "c": .interrupt, "d": .endOfInput, "e": .end, "f": .right, "j": .enter,
            "k": .killToEnd, "l": .redraw, "n": .down, "p": .up, "t": .transpose, "u": .killLine, "w": .killWord,
            "y": .yank, "z": .suspend,
        ]
        for (character, key) in controls { keys[KeyPress(.character(character), .control)] = key }
        return keys
    }()
}
