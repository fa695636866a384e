import Domain

/// The words by which a turn is read for what it allows, of all languages together: `Vocabulary/<language>/<language>-turns.tsv`.
/// A purpose is named where it is used.
enum TurnWords {
    static func words(_ purpose: String) -> Set<String> { Set(all[purpose] ?? []) }

    /// Phrases as lists of words, the longest first.
    static func phrases(_ purpose: String) -> [[String]] {
        (all[purpose] ?? []).map { $0.split(separator: " ").map(String.init) }.sorted { $0.count > $1.count }
    }

    static let all: [String: [String]] = [
        PackageResources.en_turns_tsv, PackageResources.es_turns_tsv, PackageResources.de_turns_tsv,
        PackageResources.fr_turns_tsv, PackageResources.pt_turns_tsv, PackageResources.sv_turns_tsv,
    ].flatMap { VocabularyFile($0).entries }
        .reduce(into: [:]) { $0[String($1.meaning), default: []] += $1.spellings.map(String.init) }
}
