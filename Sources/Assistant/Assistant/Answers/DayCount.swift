import Domain
import Messaging
import Retrieval
import Scheduling
import SpotterAPI
import TimeExpressions

/// "How many days until Sara's race?": counted from the date that a cited message names.
struct DayCount: Sendable {
    let requester: Requester
    let now: Timestamp

    static func isAsked(_ question: String) -> Bool {
        let asked = AskedWords(question)
        return asked.has("how many days", "how many weeks", "how long")
            && asked.hasWord(["until", "till", "til", "to"])
    }

    /// - Parameter messages: cited, in this order.
    /// - Returns: the sentence, for the first of them that names exactly one day ahead.
    func sentence(_ messages: [VisibleMessage], question: String) -> String? {
        let words = LocalizedText(timezone: requester.timezone)
        for (position, message) in messages.enumerated() {
            let starts = requester.times(at: message.sentAt).find(in: message.text).compactMap { match -> Timestamp? in
                guard match.reading.kind == .date || match.reading.kind == .instant else { return nil }
                return match.reading.startsAt
            }
            let days = Set(starts.filter { $0 > now }.map { words.day(of: $0).start })
            guard days.count == 1, let day = days.first else { continue }
            let inWeeks = AskedWords(question).hasWord(["weeks"])
            let length = LengthText.days(words.days(from: now, to: day), inWeeks: inWeeks)
            return "\(length) from today, if it's \(words.date(day)), as in [\(position + 1)]:"
        }
        return nil
    }
}
