import Domain

/// The words of one language: phrases by their first word, longest first.
struct MeasureVocabulary: Sendable {
    let language: String
    private var phrases: [String: [(words: [String], meanings: [MeasureWord])]] = [:]

    /// The order in which languages are preferred where a message fits several.
    static let all = [
        MeasureVocabulary("en", PackageResources.en_measures_tsv),
        MeasureVocabulary("es", PackageResources.es_measures_tsv),
        MeasureVocabulary("de", PackageResources.de_measures_tsv),
        MeasureVocabulary("fr", PackageResources.fr_measures_tsv),
        MeasureVocabulary("pt", PackageResources.pt_measures_tsv),
        MeasureVocabulary("sv", PackageResources.sv_measures_tsv),
    ]

    init(_ language: String, _ bytes: [UInt8]) {
        self.language = language
        var meanings: [[String]: [MeasureWord]] = [:]
        for (name, spellings) in VocabularyFile(bytes).entries {
            guard let meaning = MeasureWord(name) else { continue }
            for spelling in spellings {
                meanings[spelling.split(separator: " ").map(String.init), default: []].append(meaning)
            }
        }
        for (words, found) in meanings {
            guard let first = words.first else { continue }
            phrases[first, default: []].append((words, found))
        }
        for first in phrases.keys { phrases[first]?.sort { $0.words.count > $1.words.count } }
    }

    /// The longest phrase that begins at a token.
    func match(_ tokens: [MeasureToken], at index: Int) -> (length: Int, meanings: [MeasureWord])? {
        guard case .word(let exact, let plain) = tokens[index].content else { return nil }
        // A spelling with accents in the file means the word with accents only.
        if exact != plain, let own = phrases[exact]?.first(where: { $0.words.count == 1 }) { return (1, own.meanings) }
        for phrase in phrases[plain] ?? [] {
            guard index + phrase.words.count <= tokens.count else { continue }
            let fits = zip(tokens[index...], phrase.words).allSatisfy { $0.plain == $1 }
            if fits { return (phrase.words.count, phrase.meanings) }
        }
        return nil
    }
}
