public import Domain
public import SpotterAPI

/// Check-ins as people type and read them.
public enum CheckInText {
    /// Reads a question: its kind, what belongs to that, and after a colon the question itself.
    ///
    /// `number weight kg: Weight this morning`, `scale 1-5 energy: Energy`, `choice all/some/none: Sessions`,
    /// `text: How was it?`, `photo?: A picture`. A question mark behind the kind lets the answer be left out.
    /// - Throws: `invalid_request`.
    public static func question(_ text: String) throws -> CheckInQuestion {
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
            if MeasureKind(rawValue: word) != nil {
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
        case .number, .scale:
            guard let value = Double(text.replacing(",", with: ".")), value.isFinite else { return nil }
            let (low, high) = (Double(question.scale.lowerBound), Double(question.scale.upperBound))
            guard question.kind == .number || (low...high).contains(value) else { return nil }
            return .init(question: number, number: value)
        case .choice:
            let choices = question.choices ?? []
            // By its number, or by its beginning.
            if let index = Int(text) { return choices[safe: index &- 1].map { .init(question: number, text: $0) } }
            let found = choices.filter { $0.lowercased().hasPrefix(text.lowercased()) }
            return found.count == 1 ? .init(question: number, text: found[0]) : nil
        case .text: return .init(question: number, text: text)
        case .photo: return nil
        }
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
        if let number = answer.number { return Int(exactly: number).map(String.init) ?? "\(number)" }
        return answer.text.map(TerminalText.line) ?? "picture"
    }
}
