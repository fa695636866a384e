import Domain
import Foundation
import Scheduling

/// A time of the past that a question names: "last week", "yesterday", "on Monday" of what was said.
struct PastPeriod: Sendable, Hashable {
    let since: Timestamp
    let until: Timestamp

    static func find(in question: String, requester: Requester, now: Timestamp) -> PastPeriod? {
        let matches = TimeWords(requester: requester, now: now).find(in: question)
        for match in matches {
            guard match.reading.kind == .date || match.reading.kind == .interval,
                let start = match.reading.startsAt, let end = match.reading.endsAt, start < end
            else { continue }
            if start < now { return PastPeriod(since: start, until: end) }
            // "What did she say on Monday" means the one behind us.
            let weekMs: Int64 = 7 * 86_400_000
            let before = start.adding(milliseconds: -weekMs)
            if match.reading.kind == .date, before < now, speaksOfThePast(question), namesWeekday(question[match.range])
            {
                return PastPeriod(since: before, until: end.adding(milliseconds: -weekMs))
            }
        }
        return nil
    }

    private static func speaksOfThePast(_ question: String) -> Bool {
        let past: Set<String> = [
            "did", "said", "was", "were", "had", "wrote", "told", "asked", "mentioned", "happened",
        ]
        return TextWord.words(of: question).contains { past.contains($0.folded) }
    }

    private static func namesWeekday(_ text: Substring) -> Bool {
        let weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
        let words = TextWord.words(of: String(text)).map(\.folded)
        return !words.contains("next") && words.contains { word in weekdays.contains { word.hasPrefix($0) } }
    }
}

/// Time expressions in the requester's zone and locale.
struct TimeWords: Sendable {
    private let parser: TimeExpressionParser

    init(requester: Requester, now: Timestamp) {
        parser = TimeExpressionParser(
            now: now,
            timeZone: TimeZone(identifier: requester.timezone) ?? .gmt,
            locale: requester.locale
        )
    }

    func find(in text: String) -> [TimeMatch] { parser.find(in: text) }

    /// A text that is nothing but a time.
    func parse(_ text: String) -> TimeReading { parser.parse(text) }
}
