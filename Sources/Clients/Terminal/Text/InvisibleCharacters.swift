/// Takes out characters that show nothing: they hide text, make two names look the same, or turn the line around.
///
/// Those that a script or an emoji needs stay where they do their work: joiners between letters of scripts that have them,
/// variation selectors after what has variants, tags in flags.
enum InvisibleCharacters {
    /// Whether it may have to be taken out.
    static func contains(_ scalar: Unicode.Scalar) -> Bool {
        // Nothing below is invisible but the soft hyphen, which terminals draw.
        guard scalar.value >= 0x34F else { return false }
        return scalar.properties.isDefaultIgnorableCodePoint
    }

    /// A region has up to six letters and digits, then comes the tag of the end (Unicode Technical Standard 51, ED-14a).
    private static let maxTags = 7

    /// Doing it twice gives the same as doing it once.
    static func removed(from scalars: String.UnicodeScalarView) -> String.UnicodeScalarView {
        withoutStrayJoiners(withoutAllButJoiners(scalars))
    }

    private static func isJoiner(_ scalar: Unicode.Scalar) -> Bool { scalar.value == 0x200C || scalar.value == 0x200D }

    private static func withoutAllButJoiners(_ scalars: String.UnicodeScalarView) -> String.UnicodeScalarView {
        var kept = String.UnicodeScalarView()
        // Tags since the black flag, which begins the flags of regions.
        var tags: Int?
        for scalar in scalars {
            let isOfFlag = (0xE0020...0xE007F).contains(scalar.value) && tags.map { $0 < maxTags } == true
            guard
                isJoiner(scalar) || !contains(scalar) || isOfFlag
                    || kept.last.map({ selects(scalar, after: $0) }) == true
            else { continue }
            tags = scalar.value == 0x1F3F4 ? 0 : isOfFlag ? tags.map { $0 + 1 } : nil
            kept.append(scalar)
        }
        return kept
    }

    /// Whether it makes a variant of the character before.
    private static func selects(_ scalar: Unicode.Scalar, after base: Unicode.Scalar) -> Bool {
        guard !contains(base) else { return false }
        switch scalar.value {
        case 0xFE0E, 0xFE0F: return base.properties.isEmoji
        case 0xFE00...0xFE0D: return base.value >= 0x2000
        case 0xE0100...0xE01EF: return base.properties.isIdeographic
        case 0x180B...0x180D, 0x180F: return (0x1820...0x18AF).contains(base.value)
        // Vowels and finals of Hangul, and the fillers that stand for a missing one.
        case 0x115F, 0x1160: return (0x1100...0x11FF).contains(base.value)
        default: return false
        }
    }

    /// A joiner stays between letters of scripts that have joiners, and between emoji.
    private static func withoutStrayJoiners(_ scalars: String.UnicodeScalarView) -> String.UnicodeScalarView {
        guard scalars.contains(where: isJoiner) else { return scalars }
        var kept = String.UnicodeScalarView()
        var index = scalars.startIndex
        while index < scalars.endIndex {
            let scalar = scalars[index]
            index = scalars.index(after: index)
            if isJoiner(scalar) {
                let next = index < scalars.endIndex ? scalars[index] : nil
                guard let last = kept.last, joins(last, scalar, next) else { continue }
            }
            kept.append(scalar)
        }
        return kept
    }

    private static func joins(_ last: Unicode.Scalar, _ joiner: Unicode.Scalar, _ next: Unicode.Scalar?) -> Bool {
        let endsWord = next.map { !isJoiner($0) } ?? true
        // A virama with a joiner shows a half letter, an Arabic letter the form that it has in mid-word: also at an end.
        if last.properties.canonicalCombiningClass == .virama { return endsWord }
        if joiner.value == 0x200D, isCursive(last) { return endsWord }
        guard let next else { return false }
        if hasJoiners(last) { return hasJoiners(next) }
        return isPicture(last) && isPicture(next)
    }

    private static func isCursive(_ scalar: Unicode.Scalar) -> Bool {
        (0x600...0x8FF).contains(scalar.value) || (0x1800...0x18AF).contains(scalar.value)
    }

    /// Arabic and its like, the scripts of India and South-East Asia, Mongolian.
    private static func hasJoiners(_ scalar: Unicode.Scalar) -> Bool {
        guard !scalar.properties.isWhitespace else { return false }
        return switch scalar.value {
        case 0x600...0x109F, 0x1700...0x1CFF, 0xA800...0xABFF, 0x10A00...0x11FFF, 0x1E900...0x1E95F: true
        default: false
        }
    }

    /// An emoji, or what makes a variant of one.
    private static func isPicture(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value == 0xFE0F || (scalar.value > 0xFF && scalar.properties.isEmoji)
    }
}
