import OutputSafety
import RequestReading
import SpotterAPI
import TextReading

/// Tells the user's own words from words that a model took from somebody else's text.
struct TextOrigin: Sendable {
    /// All that the user typed in this conversation.
    let said: String
    private let saidStems: Set<String>
    private let saidWords: Set<String>

    init(said texts: [String]) {
        said = texts.joined(separator: "\n")
        saidStems = ContentWords.stems(of: said)
        saidWords = Set(TextWord.words(of: said).map(\.folded))
    }

    /// Whether the text says what the user said, perhaps in other words, and nothing that only others said.
    func isOwn(_ text: String, besides foreign: ForeignWords) -> Bool {
        guard hasOnlyOwnLinks(text), !foreign.isQuoted(in: text, unless: said) else { return false }
        let words = TextWord.words(of: text).filter { ContentWords.isContent($0) && !isShortNumber($0.folded) }
        let new = words.filter { !isSaid($0) }
        guard !new.contains(where: { foreign.stems.contains($0.stem) && !CommonWords.contain($0) }) else {
            return false
        }
        // A paraphrase may need a few words more than the original, but it shares at least one.
        return new.count < max(words.count, 1) && new.count { !CommonWords.contain($0) } <= 3 + words.count / 2
    }

    private func isSaid(_ word: TextWord) -> Bool { saidStems.contains(word.stem) || saidWords.contains(word.folded) }

    /// Whether a text that the user asked to have written copies nothing from others.
    func isComposition(_ text: String, besides foreign: ForeignWords) -> Bool {
        guard hasOnlyOwnLinks(text), !foreign.isQuoted(in: text, unless: said) else { return false }
        let new = TextWord.words(of: text).filter { ContentWords.isContent($0) && !isSaid($0) }
        return new.isEmpty || new.count { foreign.stems.contains($0.stem) } * 4 <= new.count * 3
    }

    func hasOnlyOwnLinks(_ text: String) -> Bool {
        LinkFilter.hosts(in: text).isSubset(of: LinkFilter.hosts(in: said)) && !text.contains("](")
    }

    private func isShortNumber(_ word: String) -> Bool { word.count <= 2 && word.allSatisfy(\.isNumber) }
}

/// Words that a paraphrase may add whatever others have said: courtesy, times, the trade's everyday words.
enum CommonWords {
    static func contain(_ word: TextWord) -> Bool {
        stems.contains(word.stem) || SaidTimes.isTimeWord(word.folded)
    }

    private static let stems = Set(AssistantWords.of("courtesy").all.map(TextWord.stem))
}
