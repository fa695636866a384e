/// The body, what hurts it and what heals it.
enum BodyWords {
    private static let file = ProfileWords(PackageResources.body_tsv)

    /// Topics are regions. Of what is only a muscle, soreness is no injury. A term of topic `-` names no part of the body.
    static let parts = file.terms("parts")

    /// Words that say on which side.
    static let sides = file.meanings("side").mapValues { "side:\($0)" }

    /// What it is when a part of the body is named near it.
    static let pains = file.words("pains")
    /// Said of muscles after training, so only joints count.
    static let weakPains = file.words("weak pains")

    static let weakPhrases = file.phrases("weak phrases")

    /// Conditions, by name. `chronic:` ones aren't over because something is fine.
    static let conditions = file.terms("conditions")

    static let medications = file.terms("medications")

    static let surgery = file.phrases("surgery")

    /// "Can't lift it above my head".
    static let limits = file.phrases("limits")

    /// A part that isn't as it should be.
    static let ailing = file.phrases("ailing")

    static let idioms = file.phrases("idioms")
    static let normal = file.phrases("normal")
    static let taking = file.words("taking")
    static let medicineEnding = file.words("medicine ending")
    static let beforeRight = file.words("before right")
    static let soreness = file.words("soreness")
    static let exertion = file.words("exertion")
}
