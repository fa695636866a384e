import TextReading

/// The words by which a turn is read for what it allows, of all languages together: `Vocabulary/<language>/<language>-turns.tsv`.
/// A purpose is named where it is used.
enum TurnWords {
    static func of(_ purpose: String) -> WordList { all[purpose] }
    static func words(_ purpose: String) -> Set<String> { all[purpose].all }

    /// Phrases as lists of words, the longest first.
    static func phrases(_ purpose: String) -> [[String]] { all[purpose].sequences }

    /// What the words of a kind of purpose mean: "days ahead 1" gives "tomorrow" the meaning "1".
    static func meanings(_ kind: String) -> [String: String] { all.meanings(kind) }
    static func numbers(_ kind: String) -> [String: Int] { all.numbers(kind) }

    static let all = WordTable([
        PackageResources.en_turns_tsv, PackageResources.es_turns_tsv, PackageResources.de_turns_tsv,
        PackageResources.fr_turns_tsv, PackageResources.pt_turns_tsv, PackageResources.sv_turns_tsv,
    ])
}
