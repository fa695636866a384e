/// Sanitises text from the network for printing: it can't move the cursor, change colours or the title, trigger a reply
/// of the terminal, change the direction of what follows, or hide something. This is the only place where that happens.
public enum TerminalText {
    /// For a single line, such as a name or a preview. Line breaks and tabs become spaces.
    public static func line(_ text: String) -> String { clean(text, lineBreak: " ", tab: " ") }

    /// For several lines. Every kind of line break becomes `\n`.
    public static func block(_ text: String) -> String { clean(text, lineBreak: "\n", tab: "    ") }

    private static func clean(_ text: String, lineBreak: Unicode.Scalar, tab: String) -> String {
        let isChanged = { isSuspect($0) || isNoncharacter($0) || InvisibleCharacters.contains($0) }
        guard text.unicodeScalars.contains(where: isChanged) else { return text }
        var result = String.UnicodeScalarView()
        var followsCR = false
        for scalar in text.unicodeScalars {
            defer { followsCR = scalar == "\r" }
            switch scalar.value {
            case 0x0A where followsCR: break
            case 0x0A, 0x0D, 0x2028, 0x2029: result.append(lineBreak)
            case 0x09: result.append(contentsOf: tab.unicodeScalars)
            case 0x00..<0x20: result.append(picture(of: scalar.value))
            case 0x7F: result.append("\u{2421}")
            case 0x80...0x9F: result.append("\u{FFFD}")
            case _ where isNoncharacter(scalar): result.append("\u{FFFD}")
            case 0x202A...0x202E, 0x2066...0x2069, 0xFEFF, 0xFFF9...0xFFFB: break
            default: result.append(scalar)
            }
        }
        return String(InvisibleCharacters.removed(from: result))
    }

    /// Controls (C0, DEL, C1), line and paragraph separators, bidirectional overrides and isolates, byte order marks
    /// and interlinear annotations.
    private static func isSuspect(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00..<0x20, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF, 0xFFF9...0xFFFB: true
        default: false
        }
    }

    /// One of the 66 that will never be characters. Some terminals leave them out, others draw a box.
    private static func isNoncharacter(_ scalar: Unicode.Scalar) -> Bool {
        (0xFDD0...0xFDEF).contains(scalar.value) || scalar.value & 0xFFFE == 0xFFFE
    }

    /// A control character as its Unicode control picture, ESC as ␛, so that it stays visible.
    private static func picture(of control: UInt32) -> Unicode.Scalar {
        Unicode.Scalar(0x2400 + control) ?? "\u{FFFD}"
    }

    /// JSON for a terminal or a pipe, with its meaning unchanged: control and direction characters in strings are
    /// written as `\uXXXX`. JSON already escapes the C0 controls; line feeds between tokens stay.
    public static func json(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { isSuspect($0) && $0.value > 0x20 }) else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            if isSuspect(scalar), scalar.value > 0x20 {
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
