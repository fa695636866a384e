/// How a query is taken apart.
package enum FullTextWords {
    /// More words of a query aren't looked for, nor more pieces of a word.
    private static let limit = 32

    /// What stands between spaces and punctuation. An emoji is a word.
    package static func words(of query: String) -> [String] {
        var (words, word) = ([String](), "")
        for character in query where words.count < limit {
            let isPicture = character.unicodeScalars.contains { WordRole($0) == .picture }
            if character.isLetter || character.isNumber, !isPicture {
                word.append(character)
                continue
            }
            if !word.isEmpty { words.append(word) }
            word = ""
            if isPicture { words.append(String(character)) }
        }
        return (word.isEmpty ? words : words + [word]).prefix(limit).map { $0 }
    }

    /// What is looked for if no text has a word as a whole, because it's a sentence without spaces: words within it that
    /// have spaces elsewhere, and of the rest every two characters that stand side by side.
    ///
    /// - Returns: nothing for a word that can't be taken apart.
    package static func pieces(of word: String) -> [String] {
        let terms = IndexedTerm.terms(of: word)
        guard terms.count > 2 || terms.contains(where: { !$0.isCharacter }) && terms.count == 2 else { return [] }
        let bytes = Array(word.utf8)
        var pieces: [String] = []
        for (index, term) in terms.enumerated() where pieces.count < limit {
            let follower = index + 1 < terms.count ? terms[index + 1] : nil
            let isAlone = index == 0 || !terms[index - 1].isCharacter
            if term.isCharacter, let follower, follower.isCharacter {
                pieces.append(String(decoding: bytes[term.range.lowerBound..<follower.range.upperBound], as: UTF8.self))
            } else if !term.isCharacter || isAlone {
                pieces.append(String(decoding: bytes[term.range], as: UTF8.self))
            }
        }
        return pieces
    }
}

extension IndexedTerm {
    fileprivate var isCharacter: Bool { text.unicodeScalars.first.map { WordRole($0) == .character } ?? false }
}
