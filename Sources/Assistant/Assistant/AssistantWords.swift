import TextReading

/// The words by which questions are titled, checked and sent to a search engine, of all languages together, from the files in
/// `Words`. A purpose is named where it is used.
enum AssistantWords {
    static func of(_ purpose: String) -> WordList { all[purpose] }

    static let all = WordTable([
        PackageResources.en_assistant_tsv, PackageResources.es_assistant_tsv, PackageResources.de_assistant_tsv,
    ])
}
