import Domain
package import Messaging
import Scheduling
import TextReading
package import TimeExpressions

/// A sentence of a message, and what it does in a conversation.
package struct SummarySentence: Sendable {
    package private(set) var message: VisibleMessage
    /// The position of the sentence in the message.
    package let number: Int
    package let text: String
    package let stems: Set<String>
    package let namesTime: Bool

    /// The sentences of a message that say something; none of one that only gives an assistant orders.
    package static func sentences(of message: VisibleMessage, times: TimeExpressionParser) -> [SummarySentence] {
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
    package func said(in message: VisibleMessage) -> SummarySentence {
        var sentence = self
        sentence.message = message
        return sentence
    }
}
