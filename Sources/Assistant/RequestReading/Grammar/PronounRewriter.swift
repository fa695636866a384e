import Domain
import TextReading

/// Rewrites text about a person as text to that person: "her session is moved" becomes "your session is moved".
struct PronounRewriter: Sendable {
    enum Scope: Sendable {
        /// Only if the text begins with such a pronoun. Elsewhere it may refer to another person.
        case whenItOpens
        case everywhere
    }

    let text: String

    /// The verbs that follow "you".
    static let agreeing = GrammarWords.meanings("agreeing")

    private static let families = [
        GrammarWords.meanings("about her"), GrammarWords.meanings("about him"), GrammarWords.meanings("about them"),
    ]

    /// Words that can follow an object: "tell her at 5", not "her knee".
    private static let afterObject = GrammarWords.of("after an object")

    /// "I moved her session" becomes "I moved your session": nobody else's event is spoken of like that.
    private static func withOwnEvents(_ text: String, _ words: [TextWord]) -> String {
        guard let first = words.first?.folded, GrammarWords.of("first person subject").contains(first),
            !words.dropFirst().contains(where: { $0.isCapitalized && !NameWords.never.contains($0.folded) })
        else { return text }
        var result = text
        for (word, next) in zip(words, words.dropFirst()).reversed()
        where GrammarWords.of("third owner").contains(word.folded) && EventWords.nouns.contains(next.folded) {
            result.replaceSubrange(word.range, with: "your")
        }
        return result
    }

    init(_ text: String, scope: Scope) {
        let words = TextWord.words(of: text)
        func family(of word: TextWord) -> [String: String]? {
            Self.families.first { $0[word.folded] != nil || $0[word.text.lowercased()] != nil }
        }
        let family =
            switch scope {
            case .whenItOpens: words.first.flatMap(family)
            case .everywhere: words.lazy.compactMap(family).first
            }
        guard let family else {
            self.text = Self.withOwnEvents(text, words)
            return
        }
        var result = ""
        var last = text.startIndex
        var follows = false
        for (position, word) in words.enumerated() {
            result += text[last..<word.range.lowerBound]
            last = word.range.upperBound
            if var other = family[word.folded] {
                // "she's" is read as "she", because the possessive ending was removed.
                if word.isPossessive, other == "you" { other = "you're" }
                if word.folded == "her" {
                    let next = words.dropFirst(position + 1).first?.folded
                    if next.map(Self.afterObject.contains) ?? true { other = "you" }
                }
                result += word.isCapitalized ? other.capitalizedFirst : other
                follows = other == "you"
            } else {
                result += follows ? Self.agreeing[word.folded] ?? word.text : word.text
                follows = false
            }
        }
        self.text = result + text[last...]
    }
}
