import Domain

/// The words of one language by which questions ask for measures.
struct MeasureQuestionWords: Sendable {
    enum Meaning: String, Sendable {
        case change, better, worse, badly, who
    }

    private var phrases: [(words: [String], meaning: Meaning)] = []

    static let all: [String: MeasureQuestionWords] = [
        "en": MeasureQuestionWords(PackageResources.en_measure_questions_tsv),
        "de": MeasureQuestionWords(PackageResources.de_measure_questions_tsv),
        "es": MeasureQuestionWords(PackageResources.es_measure_questions_tsv),
        "fr": MeasureQuestionWords(PackageResources.fr_measure_questions_tsv),
        "pt": MeasureQuestionWords(PackageResources.pt_measure_questions_tsv),
        "sv": MeasureQuestionWords(PackageResources.sv_measure_questions_tsv),
    ]

    private init(_ bytes: [UInt8]) {
        for (name, spellings) in VocabularyFile(bytes).entries {
            guard let meaning = Meaning(rawValue: String(name)) else { continue }
            phrases += spellings.map { ($0.split(separator: " ").map(String.init), meaning) }
        }
    }

    func asked(in words: [String]) -> Set<Meaning> {
        Set(
            phrases.filter { phrase in
                words.indices.contains { words[$0...].starts(with: phrase.words) }
            }.map(\.meaning)
        )
    }
}
