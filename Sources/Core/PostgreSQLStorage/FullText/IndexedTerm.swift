import Foundation

/// A word of a text as a full-text index knows it: that of FTS5's `porter unicode61 remove_diacritics 2`, so that every
/// engine finds the same messages.
struct IndexedTerm: Hashable {
    let text: String
    let range: Range<String.Index>

    /// The words of a text, in order: letters and digits, folded to lower case without accents, and stemmed.
    static func terms(of text: String) -> [IndexedTerm] {
        var terms: [IndexedTerm] = []
        let scalars = text.unicodeScalars
        var index = scalars.startIndex
        while index < scalars.endIndex {
            guard isPart(scalars[index]) else {
                index = scalars.index(after: index)
                continue
            }
            let start = index
            var folded = ""
            while index < scalars.endIndex, isPart(scalars[index]) || isAccent(scalars[index]) {
                fold(scalars[index], into: &folded)
                index = scalars.index(after: index)
            }
            terms.append(IndexedTerm(text: PorterStemmer.stem(folded), range: start..<index))
        }
        return terms
    }

    private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: return true
        case ..<0x80: return false
        default: break
        }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber, .privateUse:
            return true
        default: return false
        }
    }

    /// The accents that FTS5 knows (`sqlite3Fts5UnicodeIsdiacritic`). Other marks end a word, as in Hindi.
    private static func isAccent(_ scalar: Unicode.Scalar) -> Bool {
        guard (768...817).contains(scalar.value) else { return false }
        return (0x0003_61F8_0802_9FDF as UInt64) >> (scalar.value - 768) & 1 != 0
    }

    private static func fold(_ scalar: Unicode.Scalar, into folded: inout String) {
        guard scalar.value >= 0x80 else {
            let isCapital = (0x41...0x5A).contains(scalar.value)
            folded.unicodeScalars.append(isCapital ? Unicode.Scalar(UInt8(scalar.value | 0x20)) : scalar)
            return
        }
        guard !isAccent(scalar) else { return }
        // The Greek letter at a word's end.
        guard scalar != "\u{3C2}" else { return folded.unicodeScalars.append("\u{3C3}") }
        let letter = withoutAccent(scalar)
        let lower = letter.properties.lowercaseMapping.unicodeScalars
        folded.unicodeScalars.append(lower.count == 1 ? lower.first ?? letter : letter)
    }

    /// The letter of which an accented one is made, if that is one of the 26.
    private static func withoutAccent(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        let first = String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars.first ?? scalar
        return first.isASCII ? first : scalar
    }
}
