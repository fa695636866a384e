/// Recognises a single emoji: one character made of emoji scalars, joiners and variation selectors
/// (Unicode Technical Standard 51).
public enum Emoji {
    /// The emoji in its one form, with variation selectors where the standard has them and nowhere else ("fully
    /// qualified"): keyboards differ in that. `nil` if the text is anything but one emoji.
    public static func normalized(_ text: String) -> String? {
        // The longest emoji of the standard, families and flags with tags, have fewer than 16 scalars.
        guard text.utf8.count <= 96, text.count == 1, let first = text.unicodeScalars.first else { return nil }
        let scalars = text.unicodeScalars.filter { $0 != "\u{FE0F}" }
        guard first.properties.isEmoji, scalars.allSatisfy(isPart) else { return nil }
        if isRegional(first) { return scalars.count == 2 && scalars.allSatisfy(isRegional) ? text : nil }
        let isKeycap = scalars.contains("\u{20E3}")
        // Digits, `#` and `*` are emoji only as keycaps.
        guard first.isASCII == isKeycap, !isKeycap || scalars.count == 2 else { return nil }
        guard !first.properties.isEmojiModifier || scalars.count == 1 else { return nil }
        return qualified(scalars)
    }

    /// A character that is drawn as text by default is one of an emoji by the selector after it; by a tone of skin, too.
    private static func qualified(_ scalars: String.UnicodeScalarView) -> String {
        var result = String.UnicodeScalarView()
        for index in scalars.indices {
            let scalar = scalars[index]
            result.append(scalar)
            guard scalar.properties.isEmoji, !scalar.properties.isEmojiPresentation else { continue }
            let next = scalars.index(after: index)
            if next < scalars.endIndex, scalars[next].properties.isEmojiModifier { continue }
            result.append("\u{FE0F}")
        }
        return String(result)
    }

    private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isEmoji || scalar.properties.isEmojiModifier || scalar == "\u{200D}"
            || scalar == "\u{20E3}" || (0xE0020...0xE007F).contains(scalar.value)
    }

    private static func isRegional(_ scalar: Unicode.Scalar) -> Bool { (0x1F1E6...0x1F1FF).contains(scalar.value) }
}
