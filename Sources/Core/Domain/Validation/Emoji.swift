/// Recognises a single emoji: one character made of emoji scalars, joiners and variation selectors
/// (Unicode Technical Standard 51).
public enum Emoji {
    /// The emoji with its variation selector, or `nil` if the text is anything but one emoji.
    public static func normalized(_ text: String) -> String? {
        // The longest emoji of the standard, families and flags with tags, have fewer than 16 scalars.
        guard text.utf8.count <= 96, text.count == 1, let first = text.unicodeScalars.first else { return nil }
        let scalars = text.unicodeScalars
        guard first.properties.isEmoji, scalars.allSatisfy(isPart) else { return nil }
        if isRegional(first) { return scalars.count == 2 && scalars.allSatisfy(isRegional) ? text : nil }
        // Digits, `#` and `*` are emoji only as keycaps.
        if first.isASCII { return scalars.count == 3 && scalars.contains("\u{20E3}") ? text : nil }
        guard !scalars.contains("\u{20E3}"), !first.properties.isEmojiModifier || scalars.count == 1 else { return nil }
        if first.properties.isEmojiPresentation || scalars.count > 1 {
            return scalars.contains("\u{FE0E}") ? nil : text
        }
        return text + "\u{FE0F}"
    }

    private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isEmoji || scalar.properties.isEmojiModifier || scalar == "\u{200D}" || scalar == "\u{FE0F}"
            || scalar == "\u{20E3}" || (0xE0020...0xE007F).contains(scalar.value)
    }

    private static func isRegional(_ scalar: Unicode.Scalar) -> Bool { (0x1F1E6...0x1F1FF).contains(scalar.value) }
}
