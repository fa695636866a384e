/// The words by which every text is read, whatever it is about, of all languages together:
/// `Vocabulary/<language>/<language>-reading.tsv`. A purpose is named where it is used.
package enum ReadingWords {
    package static func of(_ purpose: String) -> WordList { all[purpose] }

    /// What the words of a kind of purpose mean: "short form you" gives "u" the meaning "you".
    static func meanings(_ kind: String) -> [String: String] { all.meanings(kind) }

    static let all = WordTable([
        PackageResources.en_reading_tsv, PackageResources.es_reading_tsv, PackageResources.de_reading_tsv,
    ])
}
