import Domain
import Messaging

/// What a client answers to one question.
enum CheckInValue: Sendable, Hashable {
    /// The answer to a number or a scale, in the question's unit.
    case number(Double)
    /// A text, or a choice as the form spells it.
    case text(String)
    case photo(MediaID)

    /// As a line of a message.
    func text(for question: CheckInQuestion) -> String {
        switch self {
        case .number(let value):
            Self.text(value) + (question.kind == .number ? question.hint.map { " \($0)" } ?? "" : "")
        case .text(let text): text
        case .photo: "📷"
        }
    }

    private static func text(_ value: Double) -> String {
        let rounded = (value * 1000).rounded() / 1000
        return Int(exactly: rounded).map(String.init) ?? String(rounded)
    }

    /// - Throws: `invalid_request` unless it answers the question.
    func check(for question: CheckInQuestion, number: Int) throws -> CheckInValue {
        switch (question.kind, self) {
        case (.number, .number(let value)) where value.isFinite && abs(value) < 1_000_000_000: return self
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
        case .number: "a number"
        case .scale: "a number from \(question.scale.lowerBound) to \(question.scale.upperBound)"
        case .choice: "one of: \((question.choices ?? []).joined(separator: ", "))"
        case .text: "a text"
        case .photo: "a picture"
        }
    }

    private static func field(of question: CheckInQuestion) -> String {
        switch question.kind {
        case .number, .scale: "number"
        case .choice, .text: "text"
        case .photo: "mediaId"
        }
    }
}
