public import SpotterAPI
import SpotterClient

/// The text of a streamed answer, piece by piece; the whole at its end when it didn't come in pieces.
public struct AnswerText: Sendable {
    public private(set) var answer: AssistantAnswer?
    private var hasText = false

    public init() {}

    /// What an event adds to the text, safe to print.
    public mutating func feed(_ event: AssistantEvent) -> String {
        switch event {
        case .textDelta(let delta):
            hasText = true
            return TerminalText.block(delta)
        case .completed(let answer):
            self.answer = answer
            return hasText ? "" : TerminalText.block(answer.text)
        default:
            return ""
        }
    }
}
