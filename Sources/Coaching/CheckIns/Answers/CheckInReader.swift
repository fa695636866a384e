import Domain
import Measures
import Messaging

/// Reads in a client's own words what they answer to a check-in. Pure and total.
///
/// Precision comes first: what may be said by the way is left out, unless the message replies to the check-in.
struct CheckInReader: Sendable {
    struct Answer: Sendable, Hashable {
        let value: CheckInValue
        /// The day that it is about, counted from the day of the message: -1 is the day before.
        var day = 0
    }

    /// What a message is read with.
    struct Context: Sendable {
        let title: String
        /// The questions that are open, by number.
        let questions: [Int: CheckInQuestion]
        /// The weekday on which the message was written; 1 is Monday.
        let weekday: Int
        var usesPounds = false
        var isReply = false
    }

    private let measures = MeasureReader()

    func answers(in text: String, _ context: Context) -> [Int: Answer] {
        var lines = text.prefix(CheckInValue.maxTextLength).split(whereSeparator: \.isNewline)
            .map { String($0).trimmed }.filter { !$0.isEmpty }
        if lines.first?.comparable == context.title.comparable { lines.removeFirst() }
        guard !lines.isEmpty else { return [:] }
        let numbered = numbered(lines, context)
        if !numbered.isEmpty { return numbered }
        let placed = placed(lines, context)
        if !placed.isEmpty { return placed }
        return named(lines.joined(separator: "\n"), context)
    }

    /// Whether a picture with these words may be meant for a question: without any, as a reply, or if they say its number,
    /// the check-in's title or what the question asks for. With other words it's about something else.
    func isCaption(_ text: String, of number: Int, _ context: Context) -> Bool {
        let words = Self.words(text)
        guard !words.isEmpty, !context.isReply, let question = context.questions[number] else { return true }
        let prompt = Self.words(question.prompt)
        return words == "\(number)" || Self.numbered(text)?.number == number || words == Self.words(context.title)
            || " \(words) ".contains(" \(prompt) ") || (words.count > 3 && " \(prompt) ".contains(" \(words) "))
    }

    // MARK: By number

    /// "1. 81.3", "2: all"
    private func numbered(_ lines: [String], _ context: Context) -> [Int: Answer] {
        let pieces = lines.flatMap { line in
            let parts = Self.parts(of: line)
            return parts.count > 1 && parts.allSatisfy { Self.numbered($0) != nil } ? parts : [line]
        }
        let numbered = pieces.compactMap(Self.numbered)
        guard !numbered.isEmpty, context.isReply || numbered.count == pieces.count else { return [:] }
        var answers: [Int: Answer] = [:]
        for (number, rest) in numbered {
            guard let question = context.questions[number] else { continue }
            answers[number] = answer(Self.without(question.prompt, rest), question, context, mayBeText: true)
        }
        return context.isReply ? answers : Self.trusted(answers, context)
    }

    private static func numbered(_ text: String) -> (number: Int, rest: String)? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard (1...2).contains(digits.count), let number = Int(digits) else { return nil }
        let after = text.dropFirst(digits.count).drop { $0 == " " }
        guard let mark = after.first, ".):".contains(mark) else { return nil }
        let rest = String(after.dropFirst())
        // "7.5" is a number, "10:30" a time.
        guard rest.first?.isNumber != true, !rest.trimmed.isEmpty else { return nil }
        return (number, rest.trimmed)
    }

    private static func without(_ prompt: String, _ text: String) -> String {
        guard text.lowercased().hasPrefix(prompt.lowercased()) else { return text }
        return String(text.dropFirst(prompt.count)).trimmingPrefix { " :?–-".contains($0) }.description
    }

    /// Texts alone may be about anything.
    private static func trusted(_ answers: [Int: Answer], _ context: Context) -> [Int: Answer] {
        let isText = { (number: Int) in context.questions[number]?.kind == .text }
        return answers.count > 1 || !answers.keys.allSatisfy(isText) ? answers : [:]
    }

    // MARK: By place

    /// As many answers as there are open questions, in their order, on lines or between commas; or the one that is left.
    private func placed(_ lines: [String], _ context: Context) -> [Int: Answer] {
        let open = context.questions.filter { $0.value.kind != .photo }.sorted { $0.key < $1.key }
        guard let first = open.first else { return [:] }
        guard open.count > 1 else {
            let text = lines.joined(separator: "\n")
            guard let answer = answer(text, first.value, context, mayBeText: context.isReply) else { return [:] }
            return [first.key: answer]
        }
        let parts = lines.count == 1 ? Self.parts(of: lines[0]) : lines
        guard parts.count == open.count else { return [:] }
        var answers: [Int: Answer] = [:]
        for ((number, question), part) in zip(open, parts) {
            guard let answer = answer(part, question, context, mayBeText: true) else { return [:] }
            answers[number] = answer
        }
        return Self.trusted(answers, context)
    }

    /// "81,3; 7, all": a comma between digits is a decimal one.
    private static func parts(of line: String) -> [String] {
        line.replacing(", ", with: ";").split(separator: ";").map { String($0).trimmed }.filter { !$0.isEmpty }
    }

    // MARK: By name

    /// "slept 7 h, energy is a 6": what names a question's measure, or the question itself.
    private func named(_ text: String, _ context: Context) -> [Int: Answer] {
        let readings = measures.readings(in: text, weekday: context.weekday, usesPounds: context.usesPounds)
        var answers: [Int: Answer] = [:]
        for (number, question) in context.questions {
            switch question.kind {
            case .number, .scale:
                // A trainer's own measure is known by its name only.
                let names = [question.prompt] + [question.ownMeasure].compactMap { $0 }
                answers[number] =
                    Self.answer(readings, question)
                    ?? names.lazy.compactMap { Self.after($0, in: text) }
                    .compactMap { Self.number(in: $0, isWhole: false) }
                    .compactMap { Self.checked(.number($0), question) }.first
            case .choice where context.isReply:
                let words = " \(Self.words(text)) "
                let said = (question.choices ?? []).filter { words.contains(" \(Self.words($0)) ") }
                if said.count == 1 { answers[number] = Self.checked(.text(said[0]), question) }
            default: break
            }
        }
        return answers
    }

    private static func words(_ text: String) -> String {
        let folded = text.comparable
        let words = TextRun.joined(folded) { _, mark, _ in mark == nil }.filter(\.isWord)
        return words.map { folded[$0.range] }.joined(separator: " ")
    }

    /// What follows a question's own words.
    private static func after(_ prompt: String, in text: String) -> String? {
        let (words, prompt) = (" \(words(text)) ", words(prompt))
        guard !prompt.isEmpty, let found = words.firstRange(of: " \(prompt) ") else { return nil }
        // The decimal sign is lost between words, so the number is read where it stands in the text.
        let before = words[..<found.upperBound].count { $0.isNumber }
        var (passed, index) = (0, text.startIndex)
        while index < text.endIndex, passed < before || !text[index].isNumber {
            if text[index].isNumber { passed += 1 }
            index = text.index(after: index)
        }
        let between = words[found.upperBound...].prefix { !$0.isNumber }
        return between.count <= 12 ? String(text[index...]) : nil
    }

    // MARK: One answer

    private func answer(
        _ text: String,
        _ question: CheckInQuestion,
        _ context: Context,
        mayBeText: Bool
    ) -> Answer? {
        switch question.kind {
        case .number, .scale:
            let named = "\(question.prompt): \(text)"
            let readings =
                question.measure == nil
                ? [] : measures.readings(in: named, weekday: context.weekday, usesPounds: context.usesPounds)
            return Self.answer(readings, question)
                ?? (question.wantsPressure ? CheckInValue.bloodPressure(text).map { Answer(value: $0) } : nil)
                ?? Self.number(in: text, isWhole: true).flatMap { Self.checked(.number($0), question) }
        case .choice: return Self.checked(.text(text), question)
        case .text: return mayBeText ? Self.checked(.text(text), question) : nil
        case .photo: return nil
        }
    }

    private static func answer(_ readings: [MeasureReading], _ question: CheckInQuestion) -> Answer? {
        guard case (let kind, .known(let unit))? = question.measured else { return nil }
        for reading in readings
        where reading.kind == kind.known && reading.detail == question.detail ?? reading.detail {
            if question.wantsPressure {
                guard let low = reading.diastolic, let pressure = CheckInValue.bloodPressure(reading.value, low) else {
                    continue
                }
                return Answer(value: pressure, day: reading.day)
            }
            guard let value = reading.unit.converted(reading.value, to: unit) else { continue }
            let rounded = reading.unit == unit ? value : (value * 100).rounded() / 100
            return checked(.number(rounded), question).map { Answer(value: $0.value, day: reading.day) }
        }
        return nil
    }

    private static func checked(_ value: CheckInValue, _ question: CheckInQuestion) -> Answer? {
        (try? value.check(for: question, number: 0)).map { Answer(value: $0) }
    }

    /// The number at the beginning of a text.
    /// - Parameter isWhole: whether nothing but a unit may come after it.
    static func number(in text: String, isWhole: Bool) -> Double? {
        let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == ",") }
        let written = String(digits.replacing(",", with: "."))
        let trimmed = written.hasSuffix(".") ? String(written.dropLast()) : written
        guard trimmed.count <= 12, let number = Double(trimmed), number.isFinite else { return nil }
        guard isWhole else { return number }
        let rest = text.dropFirst(digits.count).filter { !$0.isWhitespace }
        // "7/10", "81,3 kg"
        let isUnit = rest.count <= 6 && rest.allSatisfy { $0.isLetter || $0 == "%" || $0 == "." }
        let isOf = rest.first == "/" && rest.dropFirst().allSatisfy { $0.isASCII && $0.isNumber }
        return isUnit || isOf ? number : nil
    }
}

extension CheckInQuestion {
    /// The name of the measure, if the trainer has added it.
    fileprivate var ownMeasure: String? {
        guard case .own(let name) = measured?.kind else { return nil }
        return name
    }
}
