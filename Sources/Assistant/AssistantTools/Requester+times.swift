package import Domain
import Foundation
package import TimeExpressions

extension Requester {
    /// Parses time expressions in the requester's zone and language.
    package func times(at now: Timestamp) -> TimeExpressionParser {
        TimeExpressionParser(now: now, timeZone: TimeZone(identifier: timezone) ?? .gmt, locale: locale)
    }
}

extension TimeExpressionParser {
    /// Whether a text names a time, and not only a length.
    package func namesTime(in text: String) -> Bool {
        find(in: text).contains { $0.reading.kind != .duration && $0.reading.kind != .none }
    }
}
