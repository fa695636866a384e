import Domain
import Messaging
import Retrieval
import Scheduling

/// A sentence of a message, and what it does in a conversation.
struct SummarySentence: Sendable {
    let message: VisibleMessage
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

    /// Somebody promises something, or asks for it: "I'll send the plan", "can you film it?", "don't forget the bands".
    var isAction: Bool {
        let phrase = phrase
        guard !phrase.hasPrefix(" if ") else { return false }
        let promises = [
            " i'll ", " i will ", " i'm going to ", " let me ", " i need to ", " i have to ", " i should ", " i must ",
            " i promise ",
        ]
        if !isQuestion, promises.contains(where: phrase.contains) { return stems.count >= 1 }
        let requests = [
            " can you ", " could you ", " would you ", " please ", " don't forget ", " remember to ", " make sure ",
            " remind me ", " send me ", " let me know ",
        ]
        return requests.contains(where: phrase.contains) && stems.count >= 1
    }

    /// Something is settled: "deal", "Friday at 10 it is", "we move to Thursdays".
    var isDecision: Bool {
        guard !isQuestion else { return false }
        let phrase = phrase
        return [
            " deal ", " agreed ", " confirmed ", " it is ", " let's ", " we'll ", " we move ", " moved to ",
            " from now on ",
            " booked ", " cancelled ", " canceled ", " instead ", " settled ", " decided ", " we stay ",
            " that's the plan ",
            " then we ", " noted ", " in the calendar ", " written down ",
        ].contains(where: phrase.contains) && (namesTime || stems.count >= 2)
    }

    private var phrase: String { " \(TextWord.words(of: text).map(\.folded).joined(separator: " ")) " }
}
