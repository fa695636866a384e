import Domain
import Foundation

/// What a locale determines: vocabularies and the order of numeric dates.
struct LocaleStyle: Sendable {
    var language: String
    /// Two capital letters, if the locale has a region.
    var region: String?
    /// Whether `3/4` is 4 March rather than 3 April.
    var isMonthFirst: Bool
    /// Whether either order may be meant, so that whoever writes `3/4` is asked: in English of no country, as of an
    /// account in UTC, and in Canada.
    var isOrderOpen: Bool
    /// Whether `5.3.` is a date and `15.30` a time without further evidence.
    var usesDots: Bool

    /// Accepts `en-US`, `en_GB`, `es`. Unknown identifiers behave like day-first English.
    init(_ identifier: String) {
        let parts = identifier.replacingOccurrences(of: "_", with: "-").split(separator: "-").map(String.init)
        language = parts.first?.lowercased() ?? "en"
        region = parts.dropFirst().last { $0.count == 2 }?.uppercased()
        isMonthFirst = region == "US" || region == "PH" || (region == nil && language == "en")
        isOrderOpen = language == "en" && (region == nil || region == "CA")
        usesDots = Self.dotted.contains(language)
    }

    private static let others: [(language: String, vocabulary: TimeVocabulary)] = [
        ("es", .spanish), ("fr", .french), ("de", .german), ("pt", .portuguese), ("sv", .swedish),
    ]

    /// The vocabularies to try, best first, each with the language of the text if it is in them: the locale's language
    /// with English, then English, then each other language.
    var vocabularies: [Choice] {
        let own = Self.others.first { $0.language == language }
        let rest = Self.others.filter { $0.language != language }
        return (own.map { [(self, [$0.vocabulary, .english])] } ?? [])
            + [(speaking("en"), [.english])] + rest.map { (speaking($0.language), [$0.vocabulary]) }
    }

    typealias Choice = (style: LocaleStyle, vocabularies: [TimeVocabulary])

    /// The vocabularies to try for a sentence. Languages other than the locale's are only tried if the sentence
    /// contains at least two of their most common words, so that "mar" in an English sentence isn't a Spanish Tuesday.
    func vocabularies(for tokens: [TimeToken]) -> [Choice] {
        let own = Self.others.first { $0.language == language }
        let foreign = Self.others.filter { other in
            other.language != language && tokens.count { other.vocabulary.frequentWords.contains($0.text) } >= 2
        }
        let first: Choice = own.map { (self, [$0.vocabulary, .english]) } ?? (speaking("en"), [.english])
        return [first] + foreign.map { (speaking($0.language), [$0.vocabulary]) }
    }

    /// The same conventions for a text in another language.
    private func speaking(_ language: String) -> LocaleStyle {
        var style = self
        style.language = language
        style.usesDots = usesDots || Self.dotted.contains(language)
        return style
    }

    /// Languages that write dates and clock times with dots.
    private static let dotted: Set<String> = ["da", "de", "fi", "nb", "no", "sv"]
}

extension TimeVocabulary {
    static let english = TimeVocabulary(VocabularyFile(PackageResources.en_times_tsv))
    static let french = TimeVocabulary(VocabularyFile(PackageResources.fr_times_tsv))
    static let german = TimeVocabulary(VocabularyFile(PackageResources.de_times_tsv))
    static let portuguese = TimeVocabulary(VocabularyFile(PackageResources.pt_times_tsv))
    static let spanish = TimeVocabulary(VocabularyFile(PackageResources.es_times_tsv))
    static let swedish = TimeVocabulary(VocabularyFile(PackageResources.sv_times_tsv))
}
