package import Domain
import Foundation
import TextReading
import TimeExpressions

/// A past period that a text names: "last week", "yesterday", or "on Monday" in a text about the past.
package struct PastPeriod: Sendable, Hashable {
    package let since: Timestamp
    package let until: Timestamp
    /// Its position in the text.
    package let range: Range<String.Index>

    /// Words for less than a day also have other meanings ("in the morning").
    private static let minLengthMs: Int64 = 20 * 3_600_000

    /// The first period of at least a whole day that `question` names with certainty and that began before `now`.
    /// - Parameters:
    ///   - matches: the times that `times` finds in `question`.
    ///   - times: parses in the user's zone, at `now`.
    ///   - speaksOfThePast: whether named times are in the past unless a verb says otherwise: "complaints on Monday" is
    ///     last Monday, "in January" that of this year or of the last, but "Friday doesn't work for me" is not certain.
    ///     `nil` needs a verb in the past.
    static func find(
        in question: String,
        _ matches: [TimeMatch],
        times: TimeExpressionParser,
        now: Timestamp,
        speaksOfThePast: Bool? = nil
    ) -> PastPeriod? {
        let isPast = Self.speaksOfThePast(question) || speaksOfThePast == true && !speaksOfThePresent(question)
        for match in matches {
            guard match.reading.kind == .date || match.reading.kind == .interval, !match.reading.statesClockTime,
                !isVerb(question[match.range]), let start = match.reading.startsAt, let end = match.reading.endsAt,
                start.milliseconds + minLengthMs <= end.milliseconds
            else { continue }
            var period: (start: Timestamp, end: Timestamp) = (start, end)
            if start >= now {
                guard isPast, let before = passed(match, question, times: times, now: now) else { continue }
                period = before
            }
            switch wordBefore(match.range, in: question) {
            case "before", "until", "till": return nil
            case "after":
                if let named = withoutPreposition(question[match.range], times), start < now {
                    period = (named.start, named.end)
                }
                guard period.end < now else { return nil }
                period = (period.end, now)
            case "since": period.end = max(period.end, now)
            default: break
            }
            return PastPeriod(since: period.start, until: period.end, range: match.range)
        }
        return nil
    }

    /// The last such day or month before now, if the parser reads the name as the coming one.
    private static func passed(
        _ match: TimeMatch,
        _ question: String,
        times: TimeExpressionParser,
        now: Timestamp
    ) -> (start: Timestamp, end: Timestamp)? {
        let words = TextWord.words(of: String(question[match.range])).map(\.folded)
        guard let date = match.reading.local?.prefix(10), !words.contains("next") else { return nil }
        let earlier: String
        if match.reading.kind == .date, words.contains(where: { word in weekdays.contains { word.hasPrefix($0) } }) {
            guard let day = weekBefore(date) else { return nil }
            earlier = day
        } else if words.contains(where: { word in months.contains { word.hasPrefix($0) } }),
            !words.contains(where: { $0.count == 4 && $0.allSatisfy(\.isNumber) }), let year = Int(date.prefix(4))
        {
            // Parsed again with the previous year, because the parser knows how long that February was.
            earlier = "\(String(question[match.range]).trimmed) \(year - 1)"
        } else {
            return nil
        }
        // Parsed again, because weeks differ in length where the clocks change.
        let reading = times.parse(earlier)
        guard let start = reading.startsAt, let end = reading.endsAt, start < now, start < end else { return nil }
        return (start, end)
    }

    /// `2026-03-06` for `2026-03-13`.
    private static func weekBefore(_ date: Substring) -> String? {
        let style = Date.ISO8601FormatStyle().year().month().day()
        guard let day = try? Date(String(date), strategy: style) else { return nil }
        return day.addingTimeInterval(-7 * 86_400).formatted(style)
    }

    private static let weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec", "ene", "fev", "abr", "mai",
        "juin", "jui", "ago", "aou", "okt", "dez", "dic",
    ]

    /// "May" and "march" are also verbs.
    private static func isVerb(_ text: Substring) -> Bool {
        let words = TextWord.words(of: String(text))
        guard let word = words.first, words.count == 1 else { return false }
        return ["may", "march", "mars", "mar", "sun", "sat"].contains(word.text)
    }

    private static func wordBefore(_ range: Range<String.Index>, in text: String) -> String? {
        let inside = TextWord.words(of: String(text[range])).first?.folded
        if let inside, ["before", "until", "till", "after", "since"].contains(inside) { return inside }
        return TextWord.words(of: String(text[..<range.lowerBound])).last?.folded
    }

    /// The day of "after yesterday", which begins later itself.
    private static func withoutPreposition(
        _ text: Substring,
        _ times: TimeExpressionParser
    ) -> (start: Timestamp, end: Timestamp)? {
        guard let space = text.firstIndex(of: " "), text[..<space].lowercased() == "after" else { return nil }
        let reading = times.parse(String(text[text.index(after: space)...]))
        guard let start = reading.startsAt, let end = reading.endsAt else { return nil }
        return (start, end)
    }

    /// Whether it is a request, or a statement about the present or the future, in which a weekday is the coming one.
    private static func speaksOfThePresent(_ question: String) -> Bool {
        let words = TextWord.words(of: question).map(\.folded)
        return words.contains { present.contains($0) } || words.first.map { requests.contains($0) } == true
    }

    private static let present: Set<String> = [
        "please", "can", "cannot", "can't", "could", "will", "won't", "would", "shall", "should", "may", "might",
        "must",
        "do", "don't", "does", "doesn't", "is", "isn't", "are", "aren't", "am", "i'm", "i'll", "we'll", "let", "want",
        "wants", "need", "needs", "have", "has", "works", "work", "suits", "going",
        "puedo", "puede", "podemos", "quiero", "quiere", "necesito", "voy", "vamos", "favor", "tengo", "es", "esta",
    ]
    private static let requests: Set<String> = [
        "add", "book", "call", "cancel", "change", "clear", "delete", "drop", "make", "message", "move", "push", "put",
        "remind", "remove", "reschedule", "schedule", "send", "set", "shift", "skip", "start", "swap", "take", "tell",
    ]

    private static func speaksOfThePast(_ question: String) -> Bool {
        let past: Set<String> = [
            "did", "didn't", "said", "was", "wasn't", "were", "weren't", "had", "wrote", "told", "asked", "mentioned",
            "happened", "felt", "went", "ran", "slept", "ate", "got", "came", "gave", "sent", "spoke", "hurt", "been",
            "dijo", "dijeron", "escribio", "paso", "fue", "hizo", "conto", "pregunto", "comento", "estuvo", "hable",
        ]
        return TextWord.words(of: question).contains { past.contains($0.folded) }
    }
}
