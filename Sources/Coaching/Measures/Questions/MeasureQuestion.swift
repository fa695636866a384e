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
    /// In which it is asked: `de`.
    let language: String

    /// `nil` if the question isn't about what clients measure, or no single measure is named.
    init?(_ text: String) {
        let sentences = MeasureLexer.sentences(of: text)
        let words = sentences.flatMap(\.tokens).map { $0.plain ?? " " }
        // Languages share words; the one that makes a question of the text and knows most of it is meant.
        var best: (form: Form, measure: Measure, language: String, known: Int)?
        for vocabulary in MeasureVocabulary.all {
            let known = MeasureSentence.words(known: vocabulary, in: sentences)
            guard known > best?.known ?? 0, let asked = MeasureQuestionWords.all[vocabulary.language]?.asked(in: words),
                let measure = Self.measure(in: sentences.flatMap { MeasureSentence($0, vocabulary).items }, asked),
                let form = Self.form(asked, measure)
            else { continue }
            best = (form, measure, vocabulary.language, known)
        }
        guard let best else { return nil }
        (form, kind, detail, language) = (best.form, best.measure.kind, best.measure.detail, best.language)
    }

    private struct Measure: Hashable {
        let kind: MeasureKind
        let detail: String
    }

    /// The one measure that is named.
    private static func measure(in items: [MeasureItem], _ asked: Set<MeasureQuestionWords.Meaning>) -> Measure? {
        let places = items.compactMap(\.place).map { Measure(kind: .pain, detail: $0) }
        let others =
            items.flatMap(\.kinds).map { Measure(kind: $0, detail: "") }
            + items.compactMap(\.lift).map { Measure(kind: .lift, detail: $0) }
        let isPain = items.contains(where: \.isPain)
        // "Qui a mal dormi": the word for a pain is also the one for "badly".
        if isPain, places.isEmpty, others.isEmpty || !asked.contains(.badly) { return Measure(kind: .pain, detail: "") }
        // A pain in the arm isn't how far it is around.
        let named = Set(isPain && !places.isEmpty ? places : places + others)
        return named.count == 1 ? named.first : nil
    }

    private static func form(_ asked: Set<MeasureQuestionWords.Meaning>, _ measure: Measure) -> Form? {
        if asked.contains(.who) { return asked.contains(.badly) ? .who : nil }
        if asked.contains(.better) || asked.contains(.worse) { return .trend }
        guard asked.contains(.change) else { return nil }
        return measure.kind == .pain ? .trend : .change
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

extension StoredPoint {
    /// Whether it is a value that a coach would want to hear of; never, for a measure that a trainer has added.
    var isBad: Bool {
        guard let known = kind.known else { return false }
        return unit.converted(value, to: .known(known.unit)).map(known.isBad) ?? false
    }
}
