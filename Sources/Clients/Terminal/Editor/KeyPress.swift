/// One press of a key with the modifiers that a terminal reports.
public struct KeyPress: Sendable, Hashable {
    public enum Base: Sendable, Hashable {
        /// What the key types, in the case in which it was typed.
        case character(Character)
        case enter, tab, escape, backspace, delete, insert
        case up, down, left, right, home, end, pageUp, pageDown
        /// 1 to 12.
        case function(Int)
    }

    public struct Modifiers: OptionSet, Sendable, Hashable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        public static let shift = Modifiers(rawValue: 1)
        public static let alt = Modifiers(rawValue: 2)
        public static let control = Modifiers(rawValue: 4)
    }

    public var base: Base
    public var modifiers: Modifiers

    public init(_ base: Base, _ modifiers: Modifiers = []) {
        self.base = base
        self.modifiers = modifiers
    }

    /// The character that it types; `nil` for anything but a plain character.
    var typed: Character? {
        if case .character(let character) = base, modifiers.isEmpty { character } else { nil }
    }
}

/// What a terminal sends.
public enum TerminalEvent: Sendable, Hashable {
    case key(KeyPress)
    /// Pasted as a whole (bracketed paste).
    case paste(String)
    case mouse(MouseEvent)
    /// Whether the terminal's window has the keyboard.
    case focus(Bool)
    /// The colour behind the text, as the terminal answers OSC 11, each part 0...1.
    case backgroundColor(red: Double, green: Double, blue: Double)
    /// What the terminal can do, as it answers the question for its primary device attributes; 4 is sixels.
    case attributes([Int])
    case unknown
}

/// A mouse button or wheel (xterm's SGR encoding). Rows and columns count from 0.
public struct MouseEvent: Sendable, Hashable {
    public enum Action: Sendable, Hashable {
        case press, release, wheelUp, wheelDown
    }

    public let action: Action
    public let row: Int
    public let column: Int

    public init(_ action: Action, row: Int, column: Int) {
        self.action = action
        self.row = row
        self.column = column
    }
}
