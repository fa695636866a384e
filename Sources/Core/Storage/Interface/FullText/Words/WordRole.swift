import Domain

/// What a scalar of a text is to its words.
enum WordRole {
    /// Belongs to no word.
    case separator
    /// Belongs to a word between spaces.
    case letter
    /// Is left out of the word in which it stands: an accent, a vowel point, a line that stretches Arabic.
    case mark
    /// Is a word by itself, with the marks that follow: in scripts without spaces, and in Hangul, whose words take endings.
    case character
    /// Is an emoji or a part of one.
    case picture

    init(_ scalar: Unicode.Scalar) {
        switch scalar.value {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: self = .letter
        case ..<0x80: self = .separator
        case 0x300...0x331 where WordCharacters.isAccent(scalar): self = .mark
        case 0x591...0x6ED where Self.isPoint(scalar): self = .mark
        case 0x115F, 0x1160, 0x3164, 0xFFA0, 0x1F3FB...0x1F3FF: self = .separator
        case 0xE01... where UnspacedScript.contains(scalar): self = .character
        case 0x2190...0x3299, 0x1F000...: self = scalar.properties.isEmoji ? .picture : Self.spaced(scalar)
        default: self = Self.spaced(scalar)
        }
    }

    private static func spaced(_ scalar: Unicode.Scalar) -> WordRole {
        WordCharacters.fts5.isSeparator(scalar) ? .separator : .letter
    }

    /// An accent that composes with the letter before it.
    static func isAccent(_ scalar: Unicode.Scalar) -> Bool { (0x300...0x36F).contains(scalar.value) }

    /// Vowels and signs of recitation in Hebrew and Arabic, which most texts leave out.
    private static func isPoint(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value == 0x640 || scalar.properties.generalCategory == .nonspacingMark
    }

    /// Whether a scalar is written on, under or after the character before it.
    static func joins(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case _ where isCommon(scalar): false
        // Marks of voiced kana in half width; vowels and final consonants of Hangul.
        case 0xFF9E, 0xFF9F, 0x1161...0x11FF, 0xD7B0...0xD7FB: true
        default: [.nonspacingMark, .spacingMark].contains(scalar.properties.generalCategory)
        }
    }

    /// Whether a character and a mark may be written as one.
    static func composes(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x1000...0x11FF, 0x1B00...0x1B4C, 0x3041...0x30FF, 0xAC00...0xD7A3, 0xFF66...: true
        default: false
        }
    }

    /// Whether a character has no plainer form.
    static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        isCommon(scalar) || !scalar.properties.changesWhenNFKCCaseFolded
    }

    /// Letters that need no look at the tables of Unicode: ASCII, most of Thai, kana, Han, syllables of Hangul.
    private static func isCommon(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case ..<0x80, 0xE01...0xE30, 0x3041...0x3096, 0x30A1...0x30FA, 0x4E00...0x9FFF, 0xAC00...0xD7A3: true
        default: false
        }
    }
}
