import Domain
import Storage

/// Words as PostgreSQL's `tsvector` and `tsquery` have them, which hold whatever stands between quotes. A long word is
/// represented by a number, so that a match has to be looked at.
enum WordVector {
    /// PostgreSQL allows 2046.
    private static let maxWordLength = 255
    /// PostgreSQL allows 1 MB for the words of a text. What goes beyond that isn't found.
    private static let maxLength = 900_000

    static func isExact(_ word: [UInt8]) -> Bool { word.count <= maxWordLength }

    /// A `tsvector` of words, without their places.
    static func vector(of words: [IndexedTerm]) -> String {
        lexemes(of: words).map { "'\(String(decoding: $0, as: UTF8.self))'" }.joined(separator: " ")
    }

    /// What the vector holds, each once. Compared by bytes: strings of different bytes may be equal.
    static func lexemes(of words: [IndexedTerm]) -> Set<[UInt8]> {
        var lexemes: Set<[UInt8]> = []
        var room = maxLength
        for word in words {
            let lexeme = lexeme(Array(word.text.utf8))
            guard room >= lexeme.count else { break }
            if lexemes.insert(lexeme).inserted { room -= lexeme.count }
        }
        return lexemes
    }

    /// A `tsquery` for texts that have all of the words.
    static func all(of words: [[UInt8]]) -> String {
        "(\(words.map { "'\(String(decoding: lexeme($0), as: UTF8.self))'" }.joined(separator: " & ")))"
    }

    /// No word contains a quote or a backslash, which PostgreSQL would take for its own.
    private static func lexeme(_ word: [UInt8]) -> [UInt8] {
        guard !isExact(word) else { return word }
        // No word begins like this.
        return Array("#\(FNV1a.hash(word))".utf8)
    }
}
