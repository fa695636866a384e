/// Makes text from the network safe to print: nothing in it can move the cursor, change colours or titles, answer for
/// the user, or turn the direction of what follows. The one place where that happens.
public enum TerminalText {
    /// For one line: names, previews. Line breaks and tabs become spaces.
    public static func line(_ text: String) -> String { clean(text, lineBreak: " ", tab: " ") }

    /// For several lines: `\n` stays, every other line break becomes one.
    public static func block(_ text: String) -> String { clean(text, lineBreak: "\n", tab: "    ") }

    private static func clean(_ text: String, lineBreak: Unicode.Scalar, tab: String) -> String {
        guard text.unicodeScalars.contains(where: { isSuspect($0) }) else { return text }
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
            case 0x202A...0x202E, 0x2066...0x2069, 0xFEFF, 0xFFF9...0xFFFB: break
            default: result.append(scalar)
            }
        }
        return String(result)
    }

    /// Controls (C0, DEL, C1), line and paragraph separators, bidirectional overrides and isolates, byte order marks
    /// and interlinear annotations.
    private static func isSuspect(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00..<0x20, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF, 0xFFF9...0xFFFB: true
        default: false
        }
    }

    /// A control as its picture, ESC as ␛, so that the reader sees that something was there.
    private static func picture(of control: UInt32) -> Unicode.Scalar {
        Unicode.Scalar(0x2400 + control) ?? "\u{FFFD}"
    }

    /// JSON for a terminal or a pipe, unchanged in meaning: what `isSuspect` finds in its strings is written as `\uXXXX`.
    /// JSON has the C0 controls escaped already; line feeds between its tokens stay.
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
