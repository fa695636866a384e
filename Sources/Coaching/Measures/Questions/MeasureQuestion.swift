import Domain

/// What a question wants to know of clients' measures. Pure and total.
struct MeasureQuestion: Sendable, Hashable {
    enum Form: Sendable, Hashable {
        /// "How has Tom's weight changed since January?"
        case change
        /// "Is Sara's knee getting better?"
        case trend
        /// "Who slept badly this week?"
        case who
    }

    let form: Form
    let kind: MeasureKind
    /// The place of a pain, the exercise of a lift; empty for any.
    let detail: String

    /// `nil` if the question isn't about what clients measure, or no single measure is named.
    init?(_ text: String) {
        let sentences = MeasureLexer.sentences(of: text)
        guard let vocabulary = MeasureReader.language(of: sentences),
            let words = MeasureQuestionWords.all[vocabulary.language]
        else { return nil }
        let plain = sentences.flatMap(\.tokens).map { $0.plain ?? " " }
        let asked = words.asked(in: plain)
        let items = sentences.flatMap { MeasureSentence($0, vocabulary).items }
        var measures: Set<Measure> = []
        for item in items {
            for kind in item.kinds { measures.insert(Measure(kind: kind, detail: "")) }
            if let lift = item.lift { measures.insert(Measure(kind: .lift, detail: lift)) }
            if let place = item.place { measures.insert(Measure(kind: .pain, detail: place)) }
        }
        // In "Is the pain in Sara's knee better?" the pain and the knee are one measure, which the place names already.
        if measures.isEmpty, items.contains(where: \.isPain) { measures.insert(Measure(kind: .pain, detail: "")) }
        guard measures.count == 1, let measure = measures.first else { return nil }
        if asked.contains(.who), asked.contains(.badly) {
            form = .who
        } else if asked.contains(.better) || asked.contains(.worse) {
            form = .trend
        } else if asked.contains(.change) {
            form = measure.kind == .pain && !measure.detail.isEmpty ? .trend : .change
        } else {
            return nil
        }
        (kind, detail) = (measure.kind, measure.detail)
    }

    private struct Measure: Hashable {
        let kind: MeasureKind
        let detail: String
    }
}

extension MeasureKind {
    /// Whether less is better; `nil` where that depends on the person.
    var isBetterLow: Bool? {
        switch self {
        case .stress, .pain, .restingPulse: true
        case .sleep, .steps, .mood, .energy, .lift, .run: false
        default: nil
        }
    }

    /// Whether a value, in the kind's own unit, is one that a coach would want to hear of.
    func isBad(_ value: Double) -> Bool {
        switch self {
        case .sleep: value < 6
        case .mood, .energy: value <= 3
        case .stress: value >= 7
        case .pain: value >= 5
        case .steps: value < 3000
        default: false
        }
    }
}
