import Domain
public import NIOHTTP1

/// What the headers of a response say about sending the request again.
public struct RetryAdvice: Sendable, Equatable {
    /// `retry-after-ms`, or `Retry-After` in seconds or as a date (RFC 9110 §10.2.3).
    public var after: Duration?
    /// `x-should-retry`, which overrides what the status says.
    public var shouldRetry: Bool?

    public init(headers: HTTPHeaders) {
        after = Self.milliseconds(headers) ?? Self.secondsOrDate(headers)
        shouldRetry = headers.first(name: "x-should-retry").flatMap { Bool($0.lowercased()) }
    }

    private static func milliseconds(_ headers: HTTPHeaders) -> Duration? {
        duration(headers.first(name: "retry-after-ms").flatMap(Double.init), unit: 0.001)
    }

    private static func secondsOrDate(_ headers: HTTPHeaders) -> Duration? {
        guard let value = headers.first(name: "retry-after") else { return nil }
        if let seconds = Double(value) { return duration(seconds, unit: 1) }
        // Relative to the server's own clock, so that a wrong clock on either side does no harm.
        guard let until = Timestamp(httpDate: value),
            let now = headers.first(name: "date").flatMap(Timestamp.init(httpDate:))
        else { return nil }
        return duration(Double(until.milliseconds(since: now)), unit: 0.001)
    }

    /// At most a day: no server means more, and no multiplication may overflow.
    private static func duration(_ value: Double?, unit: Double) -> Duration? {
        guard let value, value.isFinite else { return nil }
        return .seconds(min(max(value * unit, 0), 86_400))
    }
}
