/// The number of terminal columns that text takes (Unicode Standard Annex 11, and what terminals do with emoji).
public enum DisplayWidth {
    public static func of(_ text: some StringProtocol) -> Int { text.reduce(0) { $0 + of($1) } }

    /// 0, 1 or 2 columns for a grapheme cluster.
    public static func of(_ character: Character) -> Int {
        if character.isASCII { return character.isNewline ? 0 : 1 }
        let isEmoji = character.unicodeScalars.first?.properties.isEmoji ?? false
        var width = 0
        var previous: Unicode.Scalar?
        for scalar in character.unicodeScalars {
            // Variation selector 16 selects the coloured, wide form of the scalar before it.
            if scalar.value == 0xFE0F, let previous, previous.properties.isEmoji, previous.value > 0xFF { return 2 }
            // An emoji of several is one picture. Letters that are one cluster, as in Devanagari, stand side by side.
            width = isEmoji ? max(width, of(scalar)) : width + of(scalar)
            previous = scalar
        }
        return width
    }

    private static func of(_ scalar: Unicode.Scalar) -> Int {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .control, .lineSeparator, .paragraphSeparator: return 0
        case .format: return scalar.value == 0xAD ? 1 : 0
        default: break
        }
        if (0x1160...0x11FF).contains(scalar.value) { return 0 }  // vowels and finals join the Hangul initial
        return scalar.properties.isEmojiPresentation || isWide(scalar.value) ? 2 : 1
    }

    /// East Asian Wide and Fullwidth, as whole blocks.
    private static func isWide(_ value: UInt32) -> Bool {
        switch value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
            0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
            0x16FE0...0x18AFF, 0x1B000...0x1B2FF, 0x20000...0x2FFFD, 0x30000...0x3FFFD:
            true
        default: false
        }
    }

    /// `text` cut to `columns`, ending in `…` if something was cut off.
    public static func truncate(_ text: String, to columns: Int) -> String {
        guard of(text) > columns else { return text }
        guard columns > 0 else { return "" }
        var result = ""
        var width = 1
        for character in text {
            width += of(character)
            if width > columns { break }
            result.append(character)
        }
        return result + "…"
    }

    /// `text` padded with spaces to `columns`.
    public static func pad(_ text: String, to columns: Int) -> String {
        text + String(repeating: " ", count: max(0, columns - of(text)))
    }
}
