/// Words that say whom a sentence is about, and whether it states, asks or supposes.
enum SpeakerWords {
    private static let file = ProfileWords(PackageResources.speakers_tsv)

    static let firstPerson = file.words("first person")
    /// Frequent words by which English is told from languages that are read word by word.
    static let english = file.words("english")
    static let foreign = file.words("foreign")
    static let others = file.words("others")
    static let listener = file.words("listener")
    /// People and animals who aren't the author.
    static let relations = file.words("relations")
    /// People only after a word such as "my" or "a": "mate" also addresses the coach.
    static let looseRelations = file.words("loose relations")
    static let determiners = file.words("determiners")
    /// What professionals, and only they, do in a report about the author.
    static let reports = file.words("reports")
    static let clinicians = file.words("clinicians")
    /// After a name, they make it the subject.
    static let thirdPersonVerbs = file.words("third person verbs")
    static let strictThirdPersonVerbs = file.words("strict third person verbs")
    static let supposing = file.words("supposing")
    static let fillers = file.words("fillers")
    static let asking = file.words("asking")
    static let askingWithSubject = file.words("asking with subject")
    static let subjects = file.words("subjects")
    static let negations = file.words("negations")
    static let hedges = file.words("hedges")
    static let calendar = file.words("calendar")
    static let past = file.phrases("past")
    /// At the beginning of a sentence no name.
    static let knownStart = file.words("known start")
    static let authorSubjects = file.words("author subjects")
    static let being = file.words("being")
    static let contracted = file.words("contracted")
    static let beforePlaces = file.words("before places")
    static let afterWhen = file.words("after when")
    static let wondering = file.words("wondering")
    static let abbreviations = file.words("abbreviations")
}
