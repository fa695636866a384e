import Domain
import TextReading

/// The words by which chats are read, of all languages together, from the files in `Vocabulary`: a line is a purpose, a tab,
/// and words or phrases separated by `|`. A purpose is named where it is used.
enum InsightWords {
    static func spellings(_ purpose: String) -> [String] { all[purpose] ?? [] }
    static func words(_ purpose: String) -> Set<String> { Set(spellings(purpose)) }
    static func phrases(_ purpose: String) -> PhraseSet { PhraseSet(spellings(purpose)) }

    static let all = VocabularyFile.spellings(in: [PackageResources.en_insights_tsv, PackageResources.es_insights_tsv])
}
