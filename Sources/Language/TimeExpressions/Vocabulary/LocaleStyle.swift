import Foundation

/// What a locale determines: vocabularies and the order of numeric dates.
struct LocaleStyle: Sendable {
    var language: String
    /// Two capital letters, if the locale has a region.
    var region: String?
    /// Whether `3/4` is 4 March rather than 3 April.
    var isMonthFirst: Bool
    /// Whether `5.3.` is a date and `15.30` a time without further evidence.
    var usesDots: Bool

    /// Accepts `en-US`, `en_GB`, `es`. Unknown identifiers behave like day-first English.
    init(_ identifier: String) {
        let parts = identifier.replacingOccurrences(of: "_", with: "-").split(separator: "-").map(String.init)
        language = parts.first?.lowercased() ?? "en"
        region = parts.dropFirst().last { $0.count == 2 }?.uppercased()
        isMonthFirst = region == "US" || region == "PH" || (region == nil && language == "en")
        usesDots = ["de", "sv", "da", "nb", "no", "fi"].contains(language)
    }

    private static let others: [(language: String, vocabulary: TimeVocabulary)] = [
        ("es", .spanish), ("fr", .french), ("de", .german), ("sv", .swedish),
    ]

    /// The vocabularies to try, best first: the locale's language with English, then English, then each other language.
    var vocabularies: [[TimeVocabulary]] {
        let own = Self.others.first { $0.language == language }
        let rest = Self.others.filter { $0.language != language }
        return (own.map { [[$0.vocabulary, .english]] } ?? []) + [[.english]] + rest.map { [$0.vocabulary] }
    }
}

extension LocaleStyle {
    /// The vocabularies to try for a sentence. Languages other than the locale's are only tried if the sentence
    /// contains at least two of their most common words, so that "mar" in an English sentence isn't a Spanish Tuesday.
    func vocabularies(for tokens: [TimeToken]) -> [[TimeVocabulary]] {
        let own = Self.others.first { $0.language == language }
        let foreign = Self.others.filter { other in
            other.language != language
                && tokens.count { Self.commonWords[other.language]?.contains($0.text) == true } >= 2
        }
        return [own.map { [$0.vocabulary, .english] } ?? [.english]] + foreign.map { [$0.vocabulary] }
    }

    private static let commonWords: [String: Set<String>] = [
        "es": ["el", "la", "los", "las", "de", "del", "con", "para", "por", "que", "una", "y", "en", "mi", "se", "a"],
        "fr": ["le", "la", "les", "de", "du", "des", "avec", "pour", "que", "une", "et", "en", "mon", "ma", "je", "a"],
        "de": ["der", "die", "das", "mit", "und", "für", "fur", "ein", "eine", "ich", "um", "am", "zu", "den", "ist"],
        "sv": ["och", "att", "det", "en", "ett", "med", "pa", "jag", "for", "som", "kl", "om", "den", "min", "ar"],
    ]
}
