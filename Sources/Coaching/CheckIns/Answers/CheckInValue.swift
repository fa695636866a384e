import Domain
import Messaging

/// What a client answers to one question.
enum CheckInValue: Sendable, Hashable {
    /// The answer to a number or a scale, in the question's unit.
    case number(Double)
    /// A blood pressure.
    case pressure(systolic: Double, diastolic: Double)
    /// A text, or a choice as the form spells it.
    case text(String)
    case photo(MediaID)

    /// What is measured by it; `nil` for texts and photos.
    var measured: (value: Double, diastolic: Double?)? {
        switch self {
        case .number(let value): (value, nil)
        case .pressure(let systolic, let diastolic): (systolic, diastolic)
        case .text, .photo: nil
        }
    }

    /// As a line of a message.
    func text(for question: CheckInQuestion) -> String {
        switch self {
        case .number(let value):
            Self.text(value) + (question.kind == .number ? question.hint.map { " \($0)" } ?? "" : "")
        case .pressure(let systolic, let diastolic):
            Self.text(systolic, diastolic) + (question.hint.map { " \($0)" } ?? "")
        case .text(let text): text
        case .photo: "📷"
        }
    }

    /// `128/82`
    static func text(_ systolic: Double, _ diastolic: Double) -> String { "\(text(systolic))/\(text(diastolic))" }

    /// `nil` unless it is a pressure that somebody can have.
    static func bloodPressure(_ text: String) -> CheckInValue? {
        let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map {
            CheckInReader.number(in: String($0).trimmed, isWhole: true)
        }
        guard numbers.count == 2, let systolic = numbers[0], let diastolic = numbers[1] else { return nil }
        return bloodPressure(systolic, diastolic)
    }

    static func bloodPressure(_ systolic: Double, _ diastolic: Double) -> CheckInValue? {
        guard MeasureKind.bloodPressure.range.contains(systolic), (30...200).contains(diastolic), systolic > diastolic
        else { return nil }
        return .pressure(systolic: systolic, diastolic: diastolic)
    }

    private static func text(_ value: Double) -> String {
        let rounded = (value * 1000).rounded() / 1000
        return Int(exactly: rounded).map(String.init) ?? String(rounded)
    }

    /// - Throws: `invalid_request` unless it answers the question.
    func check(for question: CheckInQuestion, number: Int) throws -> CheckInValue {
        switch (question.kind, self) {
        case (.number, .text(let text)) where question.wantsPressure:
            guard let pressure = Self.bloodPressure(text) else { break }
            return pressure
        case (.number, .pressure) where question.wantsPressure: return self
        case (.number, .number(let value)) where !question.wantsPressure:
            guard value.isFinite, abs(value) < 1_000_000_000 else { break }
            return self
        case (.scale, .number(let value)):
            guard (Double(question.scale.lowerBound)...Double(question.scale.upperBound)).contains(value) else { break }
            return self
        case (.choice, .text(let text)):
            guard let choice = question.choices?.first(where: { $0.comparable == text.trimmed.comparable }) else {
                break
            }
            return .text(choice)
        case (.text, .text(let text)):
            let text = try Validation.messageText(text).trimmed
            guard text.count <= Self.maxTextLength else {
                throw SpotterError.invalid("An answer has at most \(Self.maxTextLength) characters.")
            }
            return .text(text)
        case (.photo, .photo): return self
        default: break
        }
        throw SpotterError.invalid(
            "Question \(number) wants \(Self.wanted(by: question)); give that as \(Self.field(of: question))."
        )
    }

    static let maxTextLength = 2000

    private static func wanted(by question: CheckInQuestion) -> String {
        switch question.kind {
        case .number where question.wantsPressure: "two numbers such as 128/82"
        case .number: "a number"
        case .scale: "a number from \(question.scale.lowerBound) to \(question.scale.upperBound)"
        case .choice: "one of: \((question.choices ?? []).joined(separator: ", "))"
        case .text: "a text"
        case .photo: "a picture"
        }
    }

    private static func field(of question: CheckInQuestion) -> String {
        switch question.kind {
        case .number where question.wantsPressure: "text"
        case .number, .scale: "number"
        case .choice, .text: "text"
        case .photo: "mediaId"
        }
    }
}
