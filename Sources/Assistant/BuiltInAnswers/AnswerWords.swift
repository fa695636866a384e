import RequestReading
import TextReading

/// The words by which answers are read, of all languages together, from the files in `Words`: a line is a purpose, a tab,
/// and words or phrases separated by `|`.
enum AnswerWords {
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
    /// In questions whose answer is a list of people.
    static let roster = all["roster"]
    /// Beginnings of words for what somebody may come to harm by.
    static let condition = all["condition"]
    /// Deny that somebody may or can: "can't", "darf keine".
    static let denial = all["denial"]

    /// Those of any other purpose, which is named where it is used.
    static func of(_ purpose: String) -> WordList { all[purpose] }

    private static let all = WordTable([
        PackageResources.en_answers_tsv, PackageResources.es_answers_tsv, PackageResources.pt_answers_tsv,
        PackageResources.de_answers_tsv, PackageResources.fr_answers_tsv, PackageResources.sv_answers_tsv,
        PackageResources.ar_answers_tsv,
    ])
}

extension AskedWords {
    /// Whether the question has a word or phrase of a purpose of `Words/*-answers.tsv`.
    func says(_ purpose: String) -> Bool { AnswerWords.of(purpose).isIn(folded) }

    /// Whether it asks for a number of sessions: "how many online sessions did …", "how often did Mike come".
    var countsSessions: Bool {
        if says("how often"), says("come") { return true }
        guard let many = folded.firstIndex(of: "many"), many > 0, folded[many - 1] == "how" else { return false }
        let named = Array(folded[(many + 1)...].prefix(2))
        return AnswerWords.of("session nouns").isIn(named) && !says("session sums")
            && (!named.contains("times") || says("times counted"))
    }
}
