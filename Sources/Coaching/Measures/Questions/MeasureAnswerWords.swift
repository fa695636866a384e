import Domain

/// How what is measured is told in one language, from the files `Vocabulary/*-measure-answers.tsv`.
struct MeasureAnswerWords: Sendable {
    private let texts: TextTemplates

    static let english = MeasureAnswerWords(PackageResources.en_measure_answers_tsv)

    static let all: [String: MeasureAnswerWords] = [
        "en": english,
        "de": MeasureAnswerWords(PackageResources.de_measure_answers_tsv),
        "es": MeasureAnswerWords(PackageResources.es_measure_answers_tsv),
        "fr": MeasureAnswerWords(PackageResources.fr_measure_answers_tsv),
        "pt": MeasureAnswerWords(PackageResources.pt_measure_answers_tsv),
        "sv": MeasureAnswerWords(PackageResources.sv_measure_answers_tsv),
    ]

    /// - Parameter locale: a language, maybe with a region: `de-CH`. English for those that there are no words of.
    static func of(_ locale: String) -> MeasureAnswerWords { all[String(locale.prefix { $0 != "-" })] ?? english }

    private init(_ bytes: [UInt8]) {
        texts = TextTemplates(bytes)
    }

    /// A sentence or a part of one. What stands in the places isn't looked at for places itself.
    func text(_ purpose: String, _ values: [String: String] = [:]) -> String {
        texts.text(purpose, values)
    }

    /// `knee pain`, `Ruhepuls`. A name that has no words in the language stays as it is.
    func name(of kind: PointKind, _ detail: String) -> String {
        let measure = texts["kind \(kind.name)"] ?? kind.name
        guard !detail.isEmpty else { return measure }
        return text("detailed", ["measure": measure, "detail": texts["detail \(detail)"] ?? detail])
    }

    /// `Tom's knee pain`
    func title(of kind: PointKind, _ detail: String, called name: String) -> String {
        let title = text("title", ["measure": self.name(of: kind, detail), "name": name])
        return title.prefix(1).uppercased() + title.dropFirst()
    }

    func value(_ value: Double, in unit: PointUnit) -> String {
        let name = if case .known = unit { texts[unit.name] ?? unit.name } else { unit.name }
        return "\(number(value)) \(name)"
    }

    /// `84.2 kg on 2026-01-05`
    func value(_ value: Double, in unit: PointUnit, on day: String) -> String {
        text("value", ["value": self.value(value, in: unit), "day": day])
    }

    private func number(_ value: Double) -> String {
        MeasureNumberText.text(value).replacing(".", with: texts["decimal"] ?? ".")
    }
}
