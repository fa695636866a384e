import Foundation

/// What a locale decides: the vocabularies, and the order of numeric dates.
struct LocaleStyle: Sendable {
    var language: String
    /// `3/4` is 4 March; else 3 April.
    var isMonthFirst: Bool
    /// `5.3.` is a date and `15.30` a time without further signs.
    var usesDots: Bool

    /// Takes `en-US`, `en_GB`, `es`; anything unknown behaves as day-first English.
    init(_ identifier: String) {
        let parts = identifier.replacingOccurrences(of: "_", with: "-").split(separator: "-").map(String.init)
        language = parts.first?.lowercased() ?? "en"
        let region = parts.dropFirst().last { $0.count == 2 }?.uppercased()
        isMonthFirst = region == "US" || region == "PH" || (region == nil && language == "en")
        usesDots = ["de", "sv", "da", "nb", "no", "fi"].contains(language)
    }

    private static let others: [(language: String, vocabulary: TimeVocabulary)] = [
        ("es", .spanish), ("fr", .french), ("de", .german), ("sv", .swedish),
    ]

    /// The sets of vocabularies to try, best first. The locale's own language, English with it, then the others.
    var vocabularies: [[TimeVocabulary]] {
        let own = Self.others.first { $0.language == language }
        let rest = Self.others.filter { $0.language != language }
        return (own.map { [[$0.vocabulary, .english]] } ?? []) + [[.english]] + rest.map { [$0.vocabulary] }
    }
}

extension LocaleStyle {
    /// The sets of vocabularies for a sentence. Another language than the locale's counts only where at least two of
    /// its commonest words stand: in an English sentence "mar" isn't a Spanish Tuesday.
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
