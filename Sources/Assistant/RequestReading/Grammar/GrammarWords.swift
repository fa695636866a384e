import TextReading

/// The words that the grammar of requests reads around verbs and names, of the languages in which it reads requests:
/// `Vocabulary/<language>/<language>-grammar.tsv`. A purpose is named where it is used.
enum GrammarWords {
    static func of(_ purpose: String) -> WordList { all[purpose] }

    /// What the words of a kind of purpose mean: "past eat" gives "ate" the meaning "eat".
    static func meanings(_ kind: String) -> [String: String] { all.meanings(kind) }
    static func numbers(_ kind: String) -> [String: Int] { all.numbers(kind) }

    static let all = WordTable([PackageResources.en_grammar_tsv, PackageResources.es_grammar_tsv])
}
