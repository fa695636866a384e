package import AssistantTools
package import Domain
package import Messaging
import RequestReading
package import Retrieval
import Scheduling
import SpotterAPI
import TextReading
import TimeExpressions

/// "How many days until Sara's race?": counted from the date that a cited message names for it.
package struct DayCount: Sendable {
    package let requester: Requester
    package let now: Timestamp

    package init(requester: Requester, now: Timestamp) {
        self.requester = requester
        self.now = now
    }

    package static func isAsked(_ question: String) -> Bool {
        let asked = AskedWords(question)
        return asked.says("days counted") && asked.says("ahead of")
    }

    /// What the question counts to, without the words that only count.
    package static func stems(_ understanding: QueryUnderstanding) -> Set<String> {
        understanding.topicInAllLanguages.subtracting(AnswerWords.of("counting").words)
    }

    /// What is counted to, as the question says it: "Sara's race".
    package static func event(in question: String) -> String? {
        let words = TextWord.words(of: question)
        guard let until = words.firstIndex(where: { AnswerWords.until.contains($0.folded) }),
            let first = words[(until + 1)...].first, let last = words.last
        else { return nil }
        return String(question[first.range.lowerBound..<last.range.upperBound])
    }

    /// - Parameters:
    ///   - messages: cited, in this order.
    ///   - stems: of what is counted to. A date in another sentence is another thing's.
    /// - Returns: the sentence, if all that they say of it names the same day ahead.
    package func sentence(_ messages: [VisibleMessage], question: String, about stems: Set<String>) -> String? {
        let words = LocalizedText(timezone: requester.timezone)
        var found: [(position: Int, day: Timestamp)] = []
        for (position, message) in messages.enumerated() {
            let times = requester.times(at: message.sentAt)
            for range in message.text.sentenceRanges {
                let text = String(message.text[range])
                guard !ContentWords.stems(of: text).isDisjoint(with: stems) else { continue }
                for match in times.find(in: text) where match.reading.kind == .date || match.reading.kind == .instant {
                    guard let start = match.reading.startsAt, start > now else { continue }
                    found.append((position, words.day(of: start).start))
                }
            }
        }
        guard let first = found.first, Set(found.map(\.day)).count == 1 else { return nil }
        let inWeeks = AskedWords(question).says("weeks")
        let length = LengthText.days(words.days(from: now, to: first.day), inWeeks: inWeeks)
        let event = Self.event(in: question).map { " to \($0)" } ?? " from today"
        return "\(length)\(event), if that's on \(words.date(first.day)), as in [\(first.position + 1)]:"
    }
}
