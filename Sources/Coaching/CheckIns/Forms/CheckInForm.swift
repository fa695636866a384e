import Domain
import Measures
import Messaging
import SpotterAPI

/// The title and the questions of a check-in: what may be asked, and how it reads in a chat.
struct CheckInForm: Sendable, Hashable {
    let title: String
    let questions: [CheckInQuestion]

    /// - Parameter catalog: the measures that the trainer can ask for.
    /// - Throws: `invalid_request`, naming the question that can't be asked.
    init(checking title: String, _ questions: [CheckInQuestion], _ catalog: MeasureCatalog) throws {
        self.title = try Self.line(title, upTo: NewCheckInRequest.maxTitleLength, "The title")
        guard NewCheckInRequest.questionCount.contains(questions.count) else {
            throw SpotterError.invalid("A check-in has 1 to \(NewCheckInRequest.questionCount.upperBound) questions.")
        }
        self.questions = try questions.enumerated().map { index, question in
            try Self.checked(question, catalog, "Question \(index + 1)")
        }
        // It is sent as one message later, when nobody could be told that it's too long.
        _ = try Validation.messageText(text)
    }

    init(title: String, questions: [CheckInQuestion]) {
        self.title = title
        self.questions = questions
    }

    // MARK: Checks

    private static func line(_ text: String, upTo maxLength: Int, _ what: String) throws -> String {
        let line = try Validation.messageText(text, mayBeEmpty: true).split(whereSeparator: \.isWhitespace).joined(
            separator: " "
        )
        guard line.showsSomething, line.count <= maxLength else {
            throw SpotterError.invalid("\(what) needs 1 to \(maxLength) characters.")
        }
        return line
    }

    private static func checked(
        _ question: CheckInQuestion,
        _ catalog: MeasureCatalog,
        _ what: String
    ) throws -> CheckInQuestion {
        let isValue = question.kind == .number || question.kind == .scale
        guard isValue || (question.measure == nil && question.unit == nil) else {
            throw SpotterError.invalid("\(what): only a number or a scale has a measure or a unit.")
        }
        guard question.kind == .scale || (question.min == nil && question.max == nil) else {
            throw SpotterError.invalid("\(what): only a scale has a lowest and a highest value.")
        }
        guard question.kind == .choice || question.choices == nil else {
            throw SpotterError.invalid("\(what): only a choice has choices.")
        }
        guard question.measure != nil || question.detail == nil else {
            throw SpotterError.invalid("\(what): only a measure has a detail.")
        }
        let measure = try Self.measure(of: question, catalog, what)
        let scale = try ends(question, what)
        return CheckInQuestion(
            kind: question.kind,
            prompt: try line(question.prompt, upTo: NewCheckInRequest.maxPromptLength, what),
            measure: measure?.name,
            detail: try question.detail.map {
                try line($0, upTo: NewMeasurePointRequest.maxDetailLength, "\(what): the detail")
            },
            unit: try (measure?.unit ?? question.unit).map { try line($0, upTo: 20, "\(what): the unit") },
            min: scale?.lowerBound,
            max: scale?.upperBound,
            choices: try choices(question, what),
            optional: question.optional
        )
    }

    /// The measure as it is called, and the unit of its answers, which a question keeps of a trainer's own measure.
    private static func measure(
        of question: CheckInQuestion,
        _ catalog: MeasureCatalog,
        _ what: String
    ) throws -> (name: String, unit: String?)? {
        guard let name = question.measure else { return nil }
        guard let rule = catalog.rule(of: PointKind(name)) else {
            throw SpotterError.invalid("\(what): there is no measure '\(name.prefix(40))'.")
        }
        guard rule.kind != .known(.bloodPressure) || question.kind == .number else {
            throw SpotterError.invalid("\(what): a blood pressure isn't answered on a scale.")
        }
        guard let unit = question.unit else { return (rule.kind.name, rule.kind.known == nil ? rule.unit.name : nil) }
        guard PointUnit(unit).converted(1, to: rule.unit) != nil else {
            throw SpotterError.invalid("\(what): '\(unit.prefix(20))' is no unit of \(rule.kind.name).")
        }
        return (rule.kind.name, unit)
    }

    private static func ends(_ question: CheckInQuestion, _ what: String) throws -> ClosedRange<Int>? {
        guard question.kind == .scale else { return nil }
        let (low, high) = (question.min ?? 1, question.max ?? 10)
        guard (0...99).contains(low), (1...100).contains(high), low < high else {
            throw SpotterError.invalid("\(what): a scale goes from a lower to a higher number, within 0 to 100.")
        }
        return low...high
    }

    private static func choices(_ question: CheckInQuestion, _ what: String) throws -> [String]? {
        guard question.kind == .choice else { return nil }
        let choices = try (question.choices ?? []).map {
            try line($0, upTo: NewCheckInRequest.maxChoiceLength, "\(what): a choice")
        }
        guard NewCheckInRequest.choiceCount.contains(choices.count),
            Set(choices.map(\.comparable)).count == choices.count
        else { throw SpotterError.invalid("\(what) needs 2 to 12 different choices.") }
        return choices
    }

    // MARK: Texts

    /// As it is asked in a chat: the title, and each question on a numbered line with what may be answered.
    var text: String {
        let lines = questions.enumerated().map { index, question in
            "\(index + 1). \(question.prompt)" + (question.hint.map { " (\($0))" } ?? "")
        }
        return ([title, ""] + lines).joined(separator: "\n")
    }

    /// The answers on the numbered lines of their questions.
    func text(of answers: [Int: CheckInValue]) -> String {
        let lines = answers.sorted { $0.key < $1.key }.compactMap { number, value -> String? in
            guard let question = questions[safe: number - 1] else { return nil }
            let mark = question.prompt.last.map { "?:!.".contains($0) } == true ? "" : ":"
            return "\(number). \(question.prompt)\(mark) \(value.text(for: question))"
        }
        return ([title] + lines).joined(separator: "\n")
    }

    /// The sign stands for the words that a reminder would need in every language.
    var reminder: String { "🔔 \(title)" }
}

extension CheckInQuestion {
    /// What may be answered: a unit, the ends of a scale, the choices.
    var hint: String? {
        switch kind {
        case .number: unit ?? measure.flatMap { MeasureKind(rawValue: $0) }?.unit.rawValue
        case .scale: "\(scale.lowerBound)–\(scale.upperBound)"
        case .choice: choices?.joined(separator: " / ")
        case .photo: "📷"
        case .text: nil
        }
    }

    /// Whether it is answered by two numbers, as in 128/82.
    var wantsPressure: Bool { kind == .number && measure == MeasureKind.bloodPressure.rawValue }

    /// The measure of which an answer is a point, and the answer's unit; `nil` if answers are no points.
    var measured: (kind: PointKind, unit: PointUnit)? {
        guard let kind = measure.map({ PointKind($0) }),
            let unit = unit.map({ PointUnit($0) }) ?? kind.known.map({ .known($0.unit) })
        else { return nil }
        return (kind, unit)
    }
}
