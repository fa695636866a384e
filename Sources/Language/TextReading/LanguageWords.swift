import Domain

/// The words of one language, from its file: a line is an English word, a tab, and what means the same, separated by `|`. The
/// line of `*` has the words that carry no topic.
struct LanguageWords: Sendable {
    let functionWords: Set<String>
    /// Folded, each with the English word that it stands for. A spelling may be several words.
    let meanings: [(english: String, spellings: [String])]

    init(_ bytes: [UInt8]) {
        var (functionWords, meanings) = (Set<String>(), [(english: String, spellings: [String])]())
        for (english, spellings) in VocabularyFile(bytes).entries {
            let spellings = spellings.map(String.init)
            if english == "*" {
                functionWords.formUnion(spellings)
            } else {
                meanings.append((String(english), spellings))
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
