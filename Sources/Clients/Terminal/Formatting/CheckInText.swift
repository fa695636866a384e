public import Domain
public import SpotterAPI

/// Check-ins as people type and read them.
public enum CheckInText {
    /// Reads a question: its kind, what belongs to that, and after a colon the question itself.
    ///
    /// `number weight kg: Weight this morning`, `scale 1-5 energy: Energy`, `choice all/some/none: Sessions`,
    /// `text: How was it?`, `photo?: A picture`. A question mark behind the kind lets the answer be left out.
    /// - Parameter own: the names of the measures that the trainer has added.
    /// - Throws: `invalid_request`.
    public static func question(_ text: String, own: [String] = []) throws -> CheckInQuestion {
        let parts = text.split(separator: ":", maxSplits: 1).map { String($0).trimmed }
        var words = (parts.first ?? "").split(separator: " ").map(String.init)
        let first = words.isEmpty ? "" : words.removeFirst()
        let isOptional = first.hasSuffix("?")
        guard parts.count == 2, let kind = CheckInQuestion.Kind(rawValue: isOptional ? String(first.dropLast()) : first)
        else {
            throw SpotterError.invalid(
                "'\(text.prefix(60))' is no question; write it like \"scale 1-10 energy: How is your energy?\"."
            )
        }
        if kind == .choice {
            let choices = words.joined(separator: " ").split(separator: "/").map { String($0).trimmed }
            return CheckInQuestion(kind: kind, prompt: parts[1], choices: choices, optional: isOptional ? true : nil)
        }
        var (measure, unit, ends): (String?, String?, [Int]) = (nil, nil, [])
        for word in words {
            let numbers = word.split(separator: "-").compactMap { Int($0) }
            if MeasureKind(rawValue: word) != nil || own.contains(word) {
                measure = word
            } else if numbers.count == 2 {
                ends = numbers
            } else {
                unit = word
            }
        }
        return CheckInQuestion(
            kind: kind,
            prompt: parts[1],
            measure: measure,
            unit: unit,
            min: ends.first,
            max: ends.last,
            optional: isOptional ? true : nil
        )
    }

    /// What a client has typed as the answer to a question; `nil` if it can't be one.
    public static func answer(
        _ text: String,
        to question: CheckInQuestion,
        number: Int
    ) -> CheckInAnswersRequest.Answer? {
        switch question.kind {
        case .number where question.measure == MeasureKind.bloodPressure.rawValue:
            return MeasureValueText.value(text)?.diastolic == nil ? nil : .init(question: number, text: text)
        case .number, .scale:
            guard let value = Double(text.replacing(",", with: ".")), value.isFinite else { return nil }
            let (low, high) = (Double(question.scale.lowerBound), Double(question.scale.upperBound))
            guard question.kind == .number || (low...high).contains(value) else { return nil }
            return .init(question: number, number: value)
        case .choice:
            return choice(text, of: question.choices ?? []).map { .init(question: number, text: $0) }
        case .text: return .init(question: number, text: text)
        case .photo: return nil
        }
    }

    /// The choice that is spelled so, has this number, or alone begins so: a choice may be a number itself.
    private static func choice(_ text: String, of choices: [String]) -> String? {
        let typed = text.lowercased()
        if let exact = choices.first(where: { $0.lowercased() == typed }) { return exact }
        if let index = Int(text) { return choices[safe: index &- 1] }
        let found = choices.filter { $0.lowercased().hasPrefix(typed) }
        return found.count == 1 ? found.first : nil
    }

    /// What was typed, on the numbered lines by which it can be answered in the chat as well. Pictures are left out.
    public static func typed(_ answers: [CheckInAnswersRequest.Answer]) -> [String] {
        answers.compactMap { answer in
            (answer.number.map(told) ?? answer.text.map(TerminalText.line)).map { "\(answer.question). \($0)" }
        }
    }

    /// The check-in of this number in the list, title or id.
    /// - Throws: `not_found` if there is none; `invalid_request` if several are called so.
    public static func find(_ text: String, among all: [CheckIn]) throws -> CheckIn {
        if let found = Int(text).flatMap({ all[safe: $0 &- 1] }) { return found }
        let found = all.filter { $0.title.lowercased() == text.lowercased() || $0.id.description == text }
        guard let first = found.first else { throw SpotterError.notFound("check-in") }
        guard found.count == 1 else {
            throw SpotterError.invalid(
                "Several check-ins are called '\(first.title)'; give the number of one in `spotter check-in`."
            )
        }
        return first
    }

    /// A question with what may be answered.
    public static func prompt(_ question: CheckInQuestion, number: Int) -> String {
        let hint: String? =
            switch question.kind {
            case .number: question.unit ?? question.measure.flatMap { MeasureKind(rawValue: $0)?.unit.rawValue }
            case .scale: "\(question.scale.lowerBound)-\(question.scale.upperBound)"
            case .choice:
                (question.choices ?? []).enumerated().map { "\($0.offset + 1) \($0.element)" }.joined(separator: ", ")
            case .text: nil
            case .photo: "path of a picture"
            }
        let text = "\(number). \(TerminalText.line(question.prompt))"
        return text + (hint.map { " (\(TerminalText.line($0)))" } ?? "")
            + (question.isOptional ? " [may be left out]" : "")
    }

    /// A trainer's check-ins, numbered.
    public static func lines(_ checkIns: [CheckIn], names: [UserID: String]) -> [String] {
        checkIns.enumerated().flatMap { index, checkIn in
            let rule = checkIn.rrule.map { " \(TerminalText.line($0))" } ?? ""
            let head =
                "\(index + 1)  \(TerminalText.line(checkIn.title))  \(TerminalText.line(checkIn.startsAt))\(rule)"
                + (checkIn.isPaused ? "  paused" : "")
            return [head]
                + checkIn.recipients.map { recipient in
                    let name = TerminalText.line(names[recipient.userId] ?? "\(recipient.userId)")
                    if let failure = recipient.failure { return "   \(name)  \(TerminalText.line(failure.message))" }
                    return "   \(name)  "
                        + (recipient.nextAt.map { "next \(LocalTime().dateTime($0))" } ?? "nothing more")
                }
        }
    }

    /// What was asked, with the answers.
    public static func lines(_ asked: [AskedCheckIn], names: [UserID: String], me: UserID) -> [String] {
        asked.flatMap { asked in
            let other = asked.clientId == me ? asked.trainerId : asked.clientId
            let name = TerminalText.line(names[other] ?? "\(other)")
            let title = TerminalText.line(asked.title)
            let head = "\(LocalTime().dateTime(asked.askedAt))  \(name)  \(title)  \(asked.state.rawValue)"
            return [head]
                + asked.answers.compactMap { answer in
                    guard let question = asked.questions[safe: answer.question &- 1] else { return nil }
                    return "   \(answer.question). \(TerminalText.line(question.prompt)): \(told(answer))"
                }
        }
    }

    private static func told(_ answer: CheckInAnswer) -> String {
        // A blood pressure has both.
        answer.text.map(TerminalText.line) ?? answer.number.map(told) ?? "picture"
    }

    private static func told(_ number: Double) -> String { Int(exactly: number).map(String.init) ?? "\(number)" }
}
