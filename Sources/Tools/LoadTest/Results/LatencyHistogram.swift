import Histogram

/// Latencies in microseconds, up to an hour, accurate to 1 %. Longer ones count as an hour.
struct LatencyHistogram: Sendable, Equatable {
    private static let maxValue: UInt64 = 3_600_000_000

    private var histogram = Histogram<UInt64>(
        highestTrackableValue: maxValue,
        numberOfSignificantValueDigits: .two
    )

    var count: Int { Int(clamping: histogram.totalCount) }

    mutating func record(_ value: Int64) { histogram.record(min(UInt64(max(0, value)), Self.maxValue)) }

    mutating func add(_ other: LatencyHistogram) { histogram.add(other.histogram) }

    /// The value that this share of all values doesn't exceed, by the nearest-rank method; `nil` if nothing was
    /// recorded.
    func quantile(_ share: Double) -> Int64? {
        guard histogram.totalCount > 0 else { return nil }
        return Int64(clamping: min(histogram.valueAtPercentile(share * 100), histogram.maxRecorded))
    }
}
