import Foundation
import NIOHTTP1

/// What a server's headers say about asking again.
struct RetryAdvice: Equatable {
    /// `retry-after-ms`, or `Retry-After` in seconds or as a date (RFC 9110 §10.2.3).
    var after: Duration?
    /// `x-should-retry`, which overrides what the status says.
    var shouldRetry: Bool?

    init(headers: HTTPHeaders) {
        after = Self.milliseconds(headers) ?? Self.secondsOrDate(headers)
        shouldRetry = headers.first(name: "x-should-retry").flatMap { Bool($0.lowercased()) }
    }

    private static func milliseconds(_ headers: HTTPHeaders) -> Duration? {
        duration(headers.first(name: "retry-after-ms").flatMap(Double.init), unit: 0.001)
    }

    private static func secondsOrDate(_ headers: HTTPHeaders) -> Duration? {
        guard let value = headers.first(name: "retry-after") else { return nil }
        if let seconds = Double(value) { return duration(seconds, unit: 1) }
        // A date is taken against the server's own clock, so that a wrong clock on either side does no harm.
        guard let until = date(value), let now = headers.first(name: "date").flatMap(date) else { return nil }
        return duration(until.timeIntervalSince(now), unit: 1)
    }

    /// A date in the form that RFC 9110 §5.6.7 has servers send: `Sun, 06 Nov 1994 08:49:37 GMT`.
    private static func date(_ text: String) -> Date? {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return formatter.date(from: text)
    }

    /// A day at most: no server means more, and no multiplication may overflow.
    private static func duration(_ value: Double?, unit: Double) -> Duration? {
        guard let value, value.isFinite else { return nil }
        return .seconds(min(max(value * unit, 0), 86_400))
    }
}
