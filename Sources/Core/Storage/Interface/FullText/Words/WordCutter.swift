import Foundation

/// Cuts a text into the words of a full-text index.
struct WordCutter {
    private let scalars: [Unicode.Scalar]
    /// The scalar that is read next, and its offset in bytes.
    private var (index, offset) = (0, 0)
    private var terms: [IndexedTerm] = []

    init(_ text: String) { scalars = Array(text.unicodeScalars) }

    mutating func cut() -> [IndexedTerm] {
        while let scalar = next {
            switch WordRole(scalar) {
            case .separator, .mark: advance()
            case .letter: cutWord()
            case .character: cutCharacter()
            case .picture:
                let start = offset
                advance()
                add(String(scalar), from: start)
            }
        }
        return terms
    }

    private var next: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

    private mutating func advance() {
        offset += UTF8.width(scalars[index])
        index += 1
    }

    private mutating func add(_ text: String, from start: Int) {
        terms.append(IndexedTerm(text: text, range: start..<offset))
    }

    // MARK: Words between spaces

    private mutating func cutWord() {
        let start = offset
        var folded = ""
        while let scalar = next {
            switch WordRole(scalar) {
            case .letter:
                advance()
                guard !scalar.isASCII, next.map(WordRole.isAccent) ?? false else {
                    Self.fold(scalar, into: &folded)
                    continue
                }
                // A letter and its accent are what one character for both is.
                var letter = String(scalar)
                while let accent = next, WordRole.isAccent(accent) {
                    letter.unicodeScalars.append(accent)
                    advance()
                }
                for scalar in letter.precomposedStringWithCanonicalMapping.unicodeScalars {
                    Self.fold(scalar, into: &folded)
                }
            case .mark: advance()
            default: return add(PorterStemmer.stem(folded), from: start)
            }
        }
        add(PorterStemmer.stem(folded), from: start)
    }

    private static func fold(_ scalar: Unicode.Scalar, into folded: inout String) {
        switch scalar.value {
        case 0x41...0x5A: folded.unicodeScalars.append(Unicode.Scalar(UInt8(scalar.value | 0x20)))
        case ..<0x80: folded.unicodeScalars.append(scalar)
        case 0xDF, 0x1E9E: folded += "ss"
        default:
            guard WordRole(scalar) == .letter else { return }
            let lower = WordCharacters.fts5.folded(scalar)
            if lower.isASCII || !lower.properties.changesWhenNFKCCaseFolded {
                folded.unicodeScalars.append(lower.value < 0x660 ? lower : digit(lower) ?? lower)
            } else {
                folded.unicodeScalars.append(contentsOf: compatible(lower))
            }
        }
    }

    /// A digit of another script as one of ours.
    private static func digit(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        guard scalar.properties.numericType == .decimal, let value = scalar.properties.numericValue else { return nil }
        return Unicode.Scalar(0x30 + UInt32(value))
    }

    /// What a letter of another width or form stands for, if that is letters, too.
    private static func compatible(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        let letters = String(scalar).precomposedStringWithCompatibilityMapping.lowercased().unicodeScalars
        let roles = letters.map { WordRole($0) }
        guard roles.allSatisfy({ $0 == .letter || $0 == .mark }) else { return [scalar] }
        return zip(letters, roles).filter { $1 == .letter }.map { WordCharacters.fts5.folded($0.0) }
    }

    // MARK: Words without spaces

    /// A character with its marks, which may stand for several in a plainer form.
    private mutating func cutCharacter() {
        guard let first = next else { return }
        let start = offset
        advance()
        var (character, count) = (String(first), 1)
        while let scalar = next, WordRole.joins(scalar) {
            advance()
            guard !scalar.properties.isVariationSelector else { continue }
            character.unicodeScalars.append(scalar)
            count += 1
        }
        // One mark has no order, and composes only with kana and Hangul.
        guard !WordRole.isPlain(first) || count > (WordRole.composes(first) ? 1 : 2) else {
            return add(character, from: start)
        }
        var text = ""
        // Foundation leaves what comes of half width apart from its mark.
        let plain = character.precomposedStringWithCompatibilityMapping.precomposedStringWithCanonicalMapping
        for scalar in plain.unicodeScalars {
            if !text.isEmpty, !WordRole.joins(scalar) {
                // FTS5 can't mark the same place twice: the last word has it.
                terms.append(IndexedTerm(text: text, range: start..<start))
                text = ""
            }
            text.unicodeScalars.append(scalar)
        }
        if !text.isEmpty { add(text, from: start) }
    }
}
