public import SpotterAPI
import SpotterClient

/// Collects a streamed answer. If the answer didn't arrive in pieces, its whole text comes with the last event.
public struct AnswerAccumulator: Sendable {
    public private(set) var answer: AssistantAnswer?
    private var hasText = false
    private var markdown: MarkdownText

    /// - Parameter style: of what a model marks as bold.
    public init(style: Style = .plain) { markdown = MarkdownText(style: style) }

    /// The text that an event adds, safe to print.
    public mutating func feed(_ event: AssistantEvent) -> String {
        switch event {
        case .textDelta(let delta):
            hasText = true
            return markdown.feed(TerminalText.block(delta))
        case .completed(let answer):
            self.answer = answer
            return (hasText ? "" : markdown.feed(TerminalText.block(answer.text))) + markdown.end()
        default:
            return ""
        }
    }
}
