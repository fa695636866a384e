import Domain

/// The words of one language: phrases of up to five tokens, with their possible meanings.
struct TimeVocabulary: Sendable {
    private struct Phrase: Sendable {
        var rest: [String]
        var meanings: [TimeWord]
    }

    /// Keyed by the first token; longest phrases first.
    private let phrases: [String: [Phrase]]
    private let spelling: SpellingTable

    /// The most common words of the language, by which a sentence in it is recognised.
    let frequentWords: Set<String>

    init(_ file: VocabularyFile) {
        var table: [[String]: [TimeWord]] = [:]
        var names: [String] = []
        var frequent: Set<String> = []
        var correctWords: Set<String> = []
        for (text, spellings) in file.entries {
            switch text {
            case Self.frequent: frequent.formUnion(spellings.map(String.init))
            case Self.correct: correctWords.formUnion(spellings.map(String.init))
            default:
                guard let meaning = TimeWord(text) else { continue }
                for spelling in spellings {
                    let key = TimeLexer.tokens(of: String(spelling)).map(\.text)
                    guard !key.isEmpty else { continue }
                    if table[key]?.contains(meaning) != true { table[key, default: []].append(meaning) }
                    if key.count == 1, meaning.isName { names.append(key[0]) }
                }
            }
        }
        frequentWords = frequent
        var phrases: [String: [Phrase]] = [:]
        for (key, meanings) in table {
            guard let first = key.first else { continue }
            phrases[first, default: []].append(Phrase(rest: Array(key.dropFirst()), meanings: meanings))
        }
        self.phrases = phrases.mapValues { $0.sorted { $0.rest.count > $1.rest.count } }
        spelling = SpellingTable(names, correctWords: correctWords)
    }

    /// Lines of a file that give no word a meaning: common words, and words that don't misspell a name.
    static let frequent: Substring = "frequent"
    static let correct: Substring = "correct"

    /// All its spellings, for tests.
    var spellings: [String] {
        phrases.flatMap { first, rest in rest.map { ([first] + $0.rest).joined(separator: " ") } }.sorted()
    }

    /// The longest phrase that starts at `index`: its meanings and its number of tokens.
    func match(_ tokens: [TimeToken], at index: Int) -> (meanings: [TimeWord], length: Int)? {
        guard let candidates = phrases[tokens[index].text] else { return nil }
        for phrase in candidates where index + phrase.rest.count < tokens.count {
            let matches = phrase.rest.indices.allSatisfy { tokens[index + 1 + $0].text == phrase.rest[$0] }
            if matches { return (phrase.meanings, phrase.rest.count + 1) }
        }
        return nil
    }

    /// The meanings of the name that `word` misspells.
    func correct(_ word: String) -> [TimeWord]? {
        guard let name = spelling.correction(of: word) else { return nil }
        return phrases[name]?.first { $0.rest.isEmpty }?.meanings
    }
}

extension TimeVocabulary {
    /// Annotates tokens with their meanings, and merges tokens that form a phrase. Of several vocabularies the longest
    /// phrase wins, then the first vocabulary.
    static func annotate(_ tokens: [TimeToken], with vocabularies: [TimeVocabulary]) -> [TimeToken] {
        var result: [TimeToken] = []
        var index = 0
        while index < tokens.count {
            var token = tokens[index]
            var length = 1
            var best: (meanings: [TimeWord], length: Int)?
            for vocabulary in vocabularies {
                if let match = vocabulary.match(tokens, at: index), match.length > best?.length ?? 0 { best = match }
            }
            if let best {
                length = best.length
                token.meanings = best.meanings
                token.isPhrase = length > 1
                token.range = token.range.lowerBound..<tokens[index + length - 1].range.upperBound
            } else if token.isWord {
                if let halves = halves(of: token, vocabularies) {
                    result += halves
                    index += 1
                    continue
                }
                token.meanings = meanings(ofInflected: token.text, vocabularies)
            }
            result.append(token)
            index += length
        }
        return result
    }

    /// "Samstagvormittag", "fredagkväll": a weekday and a part of the day in one word.
    private static func halves(of token: TimeToken, _ vocabularies: [TimeVocabulary]) -> [TimeToken]? {
        guard (8...24).contains(token.text.count), token.text.count == token.raw.count else { return nil }
        for vocabulary in vocabularies {
            for length in 4..<token.text.count - 2 {
                guard
                    let day = vocabulary.phrases[String(token.text.prefix(length))]?.first(where: { $0.rest.isEmpty }),
                    let part = vocabulary.phrases[String(token.text.dropFirst(length))]?.first(where: {
                        $0.rest.isEmpty
                    }),
                    day.meanings.contains(where: \.isWeekday), part.meanings.contains(where: \.isPartOfDay)
                else { continue }
                var (first, second) = (token, token)
                (first.meanings, second.meanings) = (day.meanings, part.meanings)
                (first.text, second.text) = (String(token.text.prefix(length)), String(token.text.dropFirst(length)))
                return [first, second]
            }
        }
        return nil
    }

    /// Handles "tomorrow's" and misspelled names.
    private static func meanings(ofInflected word: String, _ vocabularies: [TimeVocabulary]) -> [TimeWord] {
        if word.hasSuffix("'s") {
            let stem = TimeToken(
                shape: .word,
                text: String(word.dropLast(2)),
                raw: word,
                range: word.startIndex..<word.startIndex,
                isAdjacent: false,
                isCapitalised: false
            )
            for vocabulary in vocabularies {
                if let match = vocabulary.match([stem], at: 0) { return match.meanings }
            }
        }
        for vocabulary in vocabularies {
            if let meanings = vocabulary.correct(word) { return meanings }
        }
        return []
    }
}

extension TimeWord {
    fileprivate var isWeekday: Bool {
        if case .weekday = self { true } else { false }
    }

    fileprivate var isPartOfDay: Bool {
        if case .part = self { true } else { false }
    }

    /// Weekdays, months and relative days: distinctive enough to be recognised when misspelled.
    fileprivate var isName: Bool {
        switch self {
        case .weekday, .weekdays, .month, .relativeDay, .weekend, .partOfDay: true
        default: false
        }
    }
}
