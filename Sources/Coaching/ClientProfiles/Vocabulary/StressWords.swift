/// Work, sleep and what goes on in life.
enum StressWords {
    private static let file = ProfileWords(PackageResources.stress_tsv)

    struct Cue: Sendable {
        let topic: String
        let phrases: PhraseList
        let confidence: Double
    }

    static let cues = [
        ("mood", 0.85), ("sleep", 0.8), ("work", 0.8), ("shifts", 0.8), ("job", 0.85), ("exam", 0.8), ("family", 0.8),
        ("money", 0.75),
    ].map { Cue(topic: $0, phrases: file.phrases("cue \($0)"), confidence: $1) }

    static let over = file.phrases("over")
    static let fromTraining = file.words("from training")
    static let ofSleep = file.words("of sleep")
    static let notOfTraining = file.words("not of training")
}
