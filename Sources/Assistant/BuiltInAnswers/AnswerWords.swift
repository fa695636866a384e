import Domain

/// The words by which answers are read, of all languages together, from the files in `Words`: a line is a purpose, a tab,
/// and words or phrases separated by `|`.
struct AnswerWords: Sendable {
    /// Relatives, friends, pets: what is said of them is no fact about who says it.
    static let kin = all["kin"]
    /// Before them.
    static let own = all["own"]
    /// The speaker.
    static let selves = all["self"]
    /// Say that something is over.
    static let over = all["over"]
    static let negation = all["negation"]
    static let pain = all["pain"]
    /// "What" and "said", in languages other than English.
    static let what = all["what"]
    static let said = all["said"]
    /// "What did Sara say about her knee": the words around the name, in English.
    static let auxiliary = all["auxiliary"]
    static let says = all["says"]
    static let about = all["about"]
    /// Before what days are counted to.
    static let until = all["until"]
    static let trip = all["trip"]
    /// Stand beside the first or last day of a span.
    static let span = all["span"]
    static let compared = all["compared"]
    /// All that a question about a day has, besides the day.
    static let agenda = all["agenda"]
    /// Ask for people.
    static let roster = all["roster"]
    /// Beginnings of words for what somebody may come to harm by.
    static let condition = all["condition"]
    /// Deny that somebody may or can: "can't", "darf keine".
    static let denial = all["denial"]

    let words: Set<String>
    /// Of several words, each with a space at both ends.
    let phrases: [String]

    func contains(_ folded: String) -> Bool { words.contains(folded) }

    /// Whether one of them stands among the folded words.
    func isIn(_ folded: [String]) -> Bool {
        guard !folded.contains(where: words.contains) else { return true }
        let text = " \(folded.joined(separator: " ")) "
        return phrases.contains { text.contains($0) }
    }

    private static let all = Table([
        PackageResources.en_answers_tsv, PackageResources.es_answers_tsv, PackageResources.pt_answers_tsv,
        PackageResources.de_answers_tsv, PackageResources.fr_answers_tsv, PackageResources.sv_answers_tsv,
    ])

    private struct Table: Sendable {
        private let lines: [String: AnswerWords]

        init(_ files: [[UInt8]]) {
            var spellings: [String: [String]] = [:]
            for (purpose, words) in files.flatMap({ VocabularyFile($0).entries }) {
                spellings[String(purpose), default: []] += words.map(String.init)
            }
            lines = spellings.mapValues { all in
                AnswerWords(
                    words: Set(all.filter { !$0.contains(" ") }),
                    phrases: all.filter { $0.contains(" ") }.map { " \($0) " }
                )
            }
        }

        subscript(_ purpose: String) -> AnswerWords { lines[purpose] ?? AnswerWords(words: [], phrases: []) }
    }
}
