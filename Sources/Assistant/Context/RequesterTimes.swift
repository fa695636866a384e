import Domain
import Foundation
import Scheduling

/// Time expressions in the requester's zone and locale.
struct RequesterTimes: Sendable {
    let parser: TimeExpressionParser

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
