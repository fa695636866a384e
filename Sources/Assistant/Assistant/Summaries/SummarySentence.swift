import Domain
import Messaging
import Retrieval
import Scheduling
import TextReading
import TimeExpressions

/// A sentence of a message, and what it does in a conversation.
struct SummarySentence: Sendable {
    private(set) var message: VisibleMessage
    /// The position of the sentence in the message.
    let number: Int
    let text: String
    let stems: Set<String>
    let namesTime: Bool

    /// The sentences of a message that say something; none of one that only gives an assistant orders.
    static func sentences(of message: VisibleMessage, times: TimeExpressionParser) -> [SummarySentence] {
        guard !InstructionText.isInstruction(message.text) else { return [] }
        return message.text.sentenceRanges.enumerated().compactMap { number, range in
            let text = String(message.text[range]).trimmed
            guard text.contains(where: \.isLetter) || text.contains(where: \.isNumber) else { return nil }
            return SummarySentence(
                message: message,
                number: number,
                text: text,
                stems: ContentWords.stems(of: text),
                namesTime: times.find(in: text).contains { [.date, .instant, .interval].contains($0.reading.kind) }
            )
        }
    }

    var isQuestion: Bool { text.hasSuffix("?") }

    /// The same sentence of the same message, as that is read now: its sender may have another name.
    func said(in message: VisibleMessage) -> SummarySentence {
        var sentence = self
        sentence.message = message
        return sentence
    }
}
