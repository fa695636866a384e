import Domain
import Foundation
import Storage

/// A word of a text: letters and digits, with apostrophes and hyphens inside.
package struct TextWord: Sendable, Hashable {
    /// Its position in the text.
    package let range: Range<String.Index>
    package let text: String
    /// Lower case, without accents, without a possessive "'s".
    package let folded: String

    package var isCapitalized: Bool { text.first?.isUppercase ?? false }
    package var isPossessive: Bool { text.count > folded.count }

    /// The words of a text, in order.
    package static func words(of text: String) -> [TextWord] {
        TurnTexts.current?.reading(of: text, "words") { cut(text) } ?? cut(text)
    }

    private static func cut(_ text: String) -> [TextWord] {
        TextRun.joined(text) { _, mark, _ in mark.map("'’-".contains) ?? true }
            .filter(\.isWord).map { TextWord(range: $0.range, text: String(text[$0.range])) }
    }

    private init(range: Range<String.Index>, text: String) {
        self.range = range
        self.text = text
        // Unicode folding takes microseconds, and a search reads thousands of words.
        var folded =
            text.utf8.allSatisfy { $0 < 0x80 }
            ? text.lowercased()
            : text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
                .replacingOccurrences(of: "’", with: "'")
        if folded.hasSuffix("'s") { folded.removeLast(2) }
        self.folded = folded
    }

    /// The word without a common English ending, so that "knees" matches "knee".
    package var stem: String { Self.stem(folded) }

    /// Adds the stem. In scripts without spaces nobody can tell the words apart: then the characters, and every two that stand
    /// side by side.
    fileprivate func addStems(to stems: inout Set<String>) {
        guard isUnspaced else {
            stems.insert(stem)
            return
        }
        let terms = IndexedTerm.terms(of: folded).map(\.text)
        stems.formUnion(terms)
        stems.formUnion(zip(terms, terms.dropFirst()).map { $0 + $1 })
    }

    /// Whether a script without spaces takes part.
    fileprivate var isUnspaced: Bool {
        !folded.utf8.allSatisfy { $0 < 0x80 } && folded.unicodeScalars.contains(where: UnspacedScript.contains)
    }

    package static func stem(_ word: String) -> String {
        guard word.count > 4 else { return word.count > 3 && word.hasSuffix("s") ? String(word.dropLast()) : word }
        for (ending, replacement) in endings where word.hasSuffix(ending) && word.count - ending.count >= 3 {
            return word.dropLast(ending.count) + replacement
        }
        return word
    }

    private static let endings = [
        ("ings", ""), ("ies", "y"), ("ied", "y"), ("ing", ""), ("ers", ""), ("ed", ""), ("es", ""), ("er", ""),
        ("ly", ""), ("s", ""), ("e", ""),
    ]
}

/// The words of a question that carry its topic.
package enum ContentWords {
    package static func stems(of text: String) -> Set<String> { stems(of: TextWord.words(of: text)) }

    /// - Parameter language: whose words without a topic are left out. In a text that is only compared with a question they
    ///   do no harm.
    package static func stems(of words: [TextWord], in language: TextLanguage = .english) -> Set<String> {
        var stems = Set<String>(minimumCapacity: words.count)
        for word in words where isContent(word, in: language) { word.addStems(to: &stems) }
        return stems
    }

    package static func isContent(_ word: TextWord) -> Bool { isContent(word, in: .english) }

    package static func isContent(_ word: TextWord, in language: TextLanguage) -> Bool {
        (word.folded.count > 1 || word.isUnspaced) && !language.isFunctionWord(word.folded)
    }
}
