import Domain

/// Words in a client's message that are for a human only, besides those of `PriorityVocabulary`: of health, money, changes and
/// trouble, from the files in `Words`.
enum AutomaticVocabulary {
    static let forHumans = Set(
        [
            PackageResources.en_humans_tsv, PackageResources.es_humans_tsv, PackageResources.de_humans_tsv,
            PackageResources.pt_humans_tsv, PackageResources.sv_humans_tsv,
        ].flatMap { VocabularyFile($0).entries }.flatMap { $0.spellings.map(String.init) }
    )
}
