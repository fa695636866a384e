package import Domain
package import Foundation
import Scheduling
package import TextReading
package import TimeExpressions

/// When a task is to be done, as its message says it, read in the sender's time zone when it was sent.
package struct DueDate: Sendable, Hashable {
    /// The words that say it: "by Friday".
    package let words: String
    /// The last day of what was said: `2026-03-13`.
    package let day: String
    /// The first instant after it.
    package let endsAt: Timestamp
    /// The exact time, if one was said.
    package let at: Timestamp?
    /// What was guessed.
    package var doubts: [TimeDoubt] = []
}

/// The times that a message names, as of when it was sent.
package struct SpokenTimes: Sendable {
    private let spoken: SpokenText
    private let matches: [(words: Range<Int>, match: TimeMatch)]
    private let sentAt: Timestamp
    private let clock: LocalClock

    package init(_ spoken: SpokenText, sentAt: Timestamp, timeZone: TimeZone) {
        self.spoken = spoken
        self.sentAt = sentAt
        clock = LocalClock(timeZone)
        let parser = TimeExpressionParser(now: sentAt, timeZone: timeZone)
        matches = parser.find(in: spoken.text).compactMap { match in
            let words = spoken.words.indices.filter { spoken.words[$0].range.overlaps(match.range) }
            guard let first = words.first, let last = words.last else { return nil }
            return (first..<last + 1, match)
        }
    }

    /// Whether these words name a time that was ahead when they were sent.
    package func hasTime(in words: Range<Int>) -> Bool { due(in: words) != nil }

    /// The first time ahead that these words name; `nil` for one that only describes a thing: "the Tuesday slot".
    package func due(in words: Range<Int>) -> DueDate? {
        for (place, match) in matches where place.overlaps(words) && !describes(place) {
            if let due = due(match) { return due }
        }
        return nil
    }

    /// Whether these words name a time ahead on the day that they were sent, or within the next 24 hours.
    func isSoon(in words: Range<Int>) -> Bool {
        guard let due = due(in: words) else { return false }
        return due.day == clock.local(sentAt).day.iso || due.endsAt <= sentAt.adding(seconds: 86_400)
    }

    /// The period ahead that these words name: for "Thursday or Friday" both days.
    func window(in words: Range<Int>) -> Range<Timestamp>? {
        let spans = matches.filter { $0.words.overlaps(words) }.compactMap { _, match -> Range<Timestamp>? in
            let reading = match.reading
            guard [.date, .interval, .instant].contains(reading.kind), let start = reading.startsAt else { return nil }
            let end = max(reading.endsAt ?? start, start.adding(seconds: 60))
            return end > sentAt ? start..<end : nil
        }
        guard let start = spans.map(\.lowerBound).min(), let end = spans.map(\.upperBound).max() else { return nil }
        return start..<end
    }

    /// The length that these words give, in minutes.
    package func minutes(in words: Range<Int>) -> Int? {
        matches.first { $0.words.overlaps(words) && $0.match.reading.kind == .duration }?.match.reading.minutes
    }

    private func due(_ match: TimeMatch) -> DueDate? {
        let reading = match.reading
        guard let start = reading.startsAt else { return nil }
        let words = String(spoken.text[match.range]).trimmed
        switch reading.kind {
        case .duration, .none: return nil
        case .recurrence:
            // "Every morning until Sunday".
            guard let end = Self.lastDay(of: reading.rrule) else { return nil }
            let after = clock.instant(end.adding(days: 1), second: 0).instant
            return after > sentAt ? DueDate(words: words, day: end.iso, endsAt: after, at: nil) : nil
        case .date, .interval, .instant:
            let end = reading.endsAt ?? start
            guard end > sentAt else { return nil }
            let isExact = reading.statesClockTime && !reading.isWindow
            let last = isExact || end <= start ? start : end.adding(milliseconds: -1)
            let day = clock.local(last).day
            return DueDate(
                words: words,
                day: day.iso,
                endsAt: isExact ? start : clock.instant(day.adding(days: 1), second: 0).instant,
                at: isExact ? start : nil,
                doubts: reading.doubts
            )
        }
    }

    /// "The Tuesday slot", "this morning's session": says which, not when.
    private func describes(_ place: Range<Int>) -> Bool {
        guard spoken.words.indices.contains(place.upperBound) else { return false }
        let next = spoken.words[place.upperBound]
        let isPossessive = spoken.words[place.upperBound - 1].word.hasSuffix("'s")
        guard next.boundary == .none, Self.things.contains(next.word) else { return false }
        let before = place.lowerBound > 0 ? spoken.words[place.lowerBound - 1].word : ""
        let first = spoken.words[place.lowerBound].word
        return !isPossessive && (Self.articles.contains(before) || Self.articles.contains(first))
    }

    private static let things = InsightWords.words("due things")
    private static let articles = InsightWords.words("due articles")

    /// The day in `UNTIL=20260315…`.
    private static func lastDay(of rule: String?) -> LocalDay? {
        guard let part = rule?.split(separator: ";").first(where: { $0.hasPrefix("UNTIL=") }) else { return nil }
        let digits = part.dropFirst(6).prefix(8)
        guard digits.count == 8, let number = Int(digits) else { return nil }
        return LocalDay(year: number / 10_000, month: number / 100 % 100, day: number % 100)
    }
}
