/// The words of one language, from its file: a line is an English word, a tab, and what means the same, separated by `|`. The
/// line of `*` has the words that carry no topic.
struct LanguageWords: Sendable {
    let functionWords: Set<String>
    /// Folded, each with the English word that it stands for. A spelling may be several words.
    let meanings: [(english: String, spellings: [String])]

    init(_ bytes: [UInt8]) {
        var (functionWords, meanings) = (Set<String>(), [(english: String, spellings: [String])]())
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") where !line.hasPrefix("#") {
            let columns = line.split(separator: "\t", maxSplits: 1)
            guard columns.count == 2 else { continue }
            let spellings = columns[1].split(separator: "|").map(String.init)
            if columns[0] == "*" {
                functionWords.formUnion(spellings)
            } else {
                meanings.append((String(columns[0]), spellings))
            }
        }
        (self.functionWords, self.meanings) = (functionWords, meanings)
    }

    static let all: [TextLanguage: LanguageWords] = [
        .english: LanguageWords(PackageResources.en_words_tsv),
        .spanish: LanguageWords(PackageResources.es_words_tsv),
        .portuguese: LanguageWords(PackageResources.pt_words_tsv),
        .german: LanguageWords(PackageResources.de_words_tsv),
        .french: LanguageWords(PackageResources.fr_words_tsv),
        .swedish: LanguageWords(PackageResources.sv_words_tsv),
    ]
}
