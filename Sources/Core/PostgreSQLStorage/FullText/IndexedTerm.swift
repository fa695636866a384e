/// A word of a text as a full-text index knows it: that of FTS5's `porter unicode61 remove_diacritics 2`, so that every
/// engine finds the same messages.
struct IndexedTerm: Hashable {
    let text: String
    let range: Range<String.Index>

    /// The words of a text, in order: folded to lower case without accents, and stemmed.
    static func terms(of text: String) -> [IndexedTerm] {
        var terms: [IndexedTerm] = []
        let scalars = text.unicodeScalars
        var index = scalars.startIndex
        while index < scalars.endIndex {
            guard begins(with: scalars[index]) else {
                index = scalars.index(after: index)
                continue
            }
            let start = index
            var folded = ""
            while index < scalars.endIndex, goesOn(with: scalars[index]) {
                fold(scalars[index], into: &folded)
                index = scalars.index(after: index)
            }
            terms.append(IndexedTerm(text: PorterStemmer.stem(folded), range: start..<index))
        }
        return terms
    }

    private static func begins(with scalar: Unicode.Scalar) -> Bool {
        goesOn(with: scalar) && !WordCharacters.isAccent(scalar)
    }

    private static func goesOn(with scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case ..<0x80: false
        default: !WordCharacters.fts5.isSeparator(scalar)
        }
    }

    private static func fold(_ scalar: Unicode.Scalar, into folded: inout String) {
        switch scalar.value {
        case 0x41...0x5A: folded.unicodeScalars.append(Unicode.Scalar(UInt8(scalar.value | 0x20)))
        case ..<0x80: folded.unicodeScalars.append(scalar)
        default:
            if !WordCharacters.isAccent(scalar) {
                folded.unicodeScalars.append(WordCharacters.fts5.folded(scalar))
            }
        }
    }
}
