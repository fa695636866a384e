/// What the control sequences of terminals mean (xterm's "PC-style function keys", SGR mouse and focus reports).
enum ControlSequence {
    /// - Parameter sequence: what follows `ESC [` or `ESC O`.
    static func event(_ sequence: String) -> TerminalEvent {
        if sequence == "I" { return .focus(true) }
        if sequence == "O" { return .focus(false) }
        if sequence.hasPrefix("<") { return mouse(sequence) ?? .unknown }
        if sequence.hasPrefix("?"), sequence.hasSuffix("c") {
            return .attributes(sequence.dropFirst().dropLast().split(separator: ";").compactMap { Int($0) })
        }
        guard let final = sequence.last else { return .unknown }
        let parameters = sequence.dropLast().split(separator: ";", omittingEmptySubsequences: false).map { Int($0) }
        if sequence == "Z" { return .key(KeyPress(.tab, .shift)) }
        let number = parameters.first ?? nil
        let modifiers = parameters.count > 1 ? self.modifiers(parameters[1]) : []
        let base: KeyPress.Base? =
            switch final {
            case "~": number.flatMap(numbered)
            case "u": number.flatMap(unicode)
            default: named(final)
            }
        return base.map { .key(KeyPress($0, modifiers)) } ?? .unknown
    }

    private static func named(_ final: Character) -> KeyPress.Base? {
        switch final {
        case "A": .up
        case "B": .down
        case "C": .right
        case "D": .left
        case "H": .home
        case "F": .end
        case "M": .enter
        case "P": .function(1)
        case "Q": .function(2)
        case "R": .function(3)
        case "S": .function(4)
        default: nil
        }
    }

    private static func numbered(_ number: Int) -> KeyPress.Base? {
        switch number {
        case 1, 7: .home
        case 2: .insert
        case 3: .delete
        case 4, 8: .end
        case 5: .pageUp
        case 6: .pageDown
        case 11...15: .function(number - 10)
        case 17...21: .function(number - 11)
        case 23, 24: .function(number - 12)
        default: nil
        }
    }

    /// The keys of xterm's `modifyOtherKeys` and of kitty's protocol, by code point.
    private static func unicode(_ number: Int) -> KeyPress.Base? {
        switch number {
        case 9: .tab
        case 13: .enter
        case 27: .escape
        case 8, 127: .backspace
        case 32...0x10FFFF: Unicode.Scalar(UInt32(number)).map { .character(Character($0)) }
        default: nil
        }
    }

    /// 1 plus a bit for each modifier.
    private static func modifiers(_ parameter: Int?) -> KeyPress.Modifiers {
        KeyPress.Modifiers(rawValue: UInt8(truncatingIfNeeded: max((parameter ?? 1) - 1, 0)) & 7)
    }

    private static func mouse(_ sequence: String) -> TerminalEvent? {
        let fields = sequence.dropFirst().dropLast().split(separator: ";").map { Int($0) }
        guard fields.count == 3, let button = fields[0], let column = fields[1], let row = fields[2] else { return nil }
        let place = (row: max(row, 1) - 1, column: max(column, 1) - 1)
        let action: MouseEvent.Action? =
            switch button & 0b1100_0011 {
            case 64: .wheelUp
            case 65: .wheelDown
            // A movement with a button held isn't a click.
            case 0 where button & 32 == 0: sequence.hasSuffix("m") ? .release : .press
            default: nil
            }
        return action.map { .mouse(MouseEvent($0, row: place.row, column: place.column)) }
    }
}

/// A terminal's answers to queries.
enum TerminalReport {
    /// - Parameter body: what stands between `ESC ]` and its end.
    static func event(_ body: String) -> TerminalEvent {
        // "11;rgb:1e1e/1e1e/1e1e", one to four digits each.
        guard body.hasPrefix("11;rgb:") else { return .unknown }
        let parts = body.dropFirst(7).split(separator: "/").map { part -> Double? in
            guard (1...4).contains(part.count), let value = Int(part, radix: 16) else { return nil }
            return Double(value) / Double((1 << (4 * part.count)) - 1)
        }
        guard parts.count == 3, let red = parts[0], let green = parts[1], let blue = parts[2] else { return .unknown }
        return .backgroundColor(red: red, green: green, blue: blue)
    }
}
