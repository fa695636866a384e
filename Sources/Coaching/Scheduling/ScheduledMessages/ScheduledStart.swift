import Accounts
package import Domain
import Foundation
import Storage
import TimeExpressions

/// When a scheduled message is sent first, and how it recurs, with the words resolved.
package struct ScheduledStart {
    package let instant: Timestamp
    package let rrule: String?

    /// More frequent messages to others would be a nuisance.
    static let minIntervalSeconds = 3600
    static let maxAheadSeconds: Int64 = 5 * 366 * 86_400

    /// - Parameters:
    ///   - rrule: the rule that was given beside the start.
    ///   - clock: of the message's zone.
    ///   - own: the sender's own clock, in which words for a single time are meant unless a zone was given.
    ///   - locale: how the sender writes dates.
    /// - Throws: `invalid_request` if it isn't a time ahead, or the rule isn't one or recurs too often.
    package init(
        _ start: NewScheduledMessage.Start,
        rrule: String?,
        clock: LocalClock,
        own: LocalClock,
        locale: String,
        after now: Timestamp
    ) throws {
        var rule = rrule
        switch start {
        case .at(let instant): self.instant = instant
        case .local(let text):
            guard let instant = clock.instant(iso: text) else {
                throw SpotterError.invalid("'\(text.prefix(40))' is not a local time like 2026-03-12T09:00.")
            }
            self.instant = instant
        case .words(let words):
            let once = Self.parse(words, on: own, locale, at: now)
            // A recurring message follows the wall clock of whoever gets it.
            let parsed = once.kind == .recurrence ? Self.parse(words, on: clock, locale, at: now) : once
            guard let instant = parsed.startsAt, Self.isPrecise(parsed) else {
                throw SpotterError.invalid(
                    "'\(words.prefix(60))' is not a time that Spotter understands; try \"tomorrow at 9\"."
                )
            }
            if parsed.doubts.contains(where: { $0.kind == .dayMonth }) {
                throw SpotterError.invalid("'\(words.prefix(60))' can be two days; write the month as a word.")
            }
            if parsed.kind == .recurrence {
                guard rule == nil, let found = parsed.rrule else {
                    throw SpotterError.invalid("Give the recurrence once: in the words or as an rrule.")
                }
                rule = found
            }
            self.instant = instant
        }
        self.rrule = rule
        try Self.require(instant, rule, after: now)
    }

    private static func parse(_ words: String, on clock: LocalClock, _ locale: String, at now: Timestamp) -> ParsedTime
    {
        TimeExpressionParser(now: now, timeZone: clock.timeZone, locale: locale).parse(words)
    }

    /// A day alone doesn't say when.
    private static func isPrecise(_ time: ParsedTime) -> Bool {
        switch time.kind {
        case .instant: true
        // "before noon" doesn't say when, either.
        case .interval: time.statesClockTime || !time.isWindow
        case .recurrence: time.statesClockTime
        case .date, .duration, .none: false
        }
    }

    static func require(_ instant: Timestamp, _ rule: String?, after now: Timestamp) throws {
        guard instant > now else {
            throw SpotterError.invalid("That time has already passed; give a time ahead.")
        }
        guard instant <= now.adding(seconds: maxAheadSeconds) else {
            throw SpotterError.invalid("A message can be scheduled for the next five years at most.")
        }
        if let rule { try check(rule) }
    }

    /// - Throws: `invalid_request` if it isn't a rule, or recurs too often.
    package static func check(_ rule: String) throws {
        guard let parsed = RecurrenceRule(rule) else {
            throw SpotterError.invalid("'\(rule.prefix(100))' is not a recurrence rule that Spotter understands.")
        }
        guard parsed.elapsedSeconds.map({ $0 >= minIntervalSeconds }) ?? true else {
            throw SpotterError.invalid("A message can be sent once an hour at most.")
        }
    }
}
