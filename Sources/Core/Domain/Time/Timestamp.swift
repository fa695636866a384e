/// An instant, in milliseconds since 1970-01-01T00:00:00Z.
///
/// Its text form is RFC 3339 in UTC with milliseconds. It is limited to the years 0001 to 9999, so that arithmetic on
/// untrusted input can't overflow.
///
/// ```swift
/// let start = Timestamp(rfc3339: "2026-03-11T09:15:00-04:00")
/// start?.adding(minutes: 30).description  // 2026-03-11T13:45:00.000Z
/// ```
public struct Timestamp: Sendable, Hashable, Comparable {
    public let milliseconds: Int64

    public static let earliest = Timestamp(unchecked: -62_135_596_800_000)
    public static let latest = Timestamp(unchecked: 253_402_300_799_999)

    private init(unchecked milliseconds: Int64) { self.milliseconds = milliseconds }

    /// Clamped to the years 0001 to 9999.
    public init(milliseconds: Int64) {
        self.milliseconds = min(max(milliseconds, Self.earliest.milliseconds), Self.latest.milliseconds)
    }

    public static func < (a: Self, b: Self) -> Bool { a.milliseconds < b.milliseconds }

    public func adding(milliseconds delta: Int64) -> Timestamp {
        let (sum, overflow) = milliseconds.addingReportingOverflow(delta)
        guard overflow else { return Timestamp(milliseconds: sum) }
        return delta > 0 ? .latest : .earliest
    }

    public func adding(seconds: Int64) -> Timestamp { adding(milliseconds: seconds.multipliedClamped(by: 1000)) }
    public func adding(minutes: Int64) -> Timestamp { adding(milliseconds: minutes.multipliedClamped(by: 60_000)) }

    /// Milliseconds from `other` to this instant. Can't overflow, since both are within ten thousand years.
    public func milliseconds(since other: Timestamp) -> Int64 { milliseconds - other.milliseconds }
}

extension Int64 {
    fileprivate func multipliedClamped(by factor: Int64) -> Int64 {
        let (product, overflow) = multipliedReportingOverflow(by: factor)
        guard overflow else { return product }
        return self > 0 ? .max : .min
    }
}

extension Timestamp: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let value = Timestamp(rfc3339: text) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "'\(text.prefix(64))' is not an RFC 3339 time like 2026-03-11T13:15:00.000Z"
            )
        }
        self = value
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
