/// Counts of values by size, in buckets that are 1/64 of a power of two wide: quantiles are right within 1.6 %, and
/// recording costs the same however many values there are.
struct Histogram: Sendable, Equatable {
    private static let steps = 64
    private static let rows = 40

    private var counts = [Int](repeating: 0, count: steps * rows)
    private(set) var count = 0
    private(set) var highest: Int64 = 0

    mutating func record(_ value: Int64) {
        let value = max(0, value)
        counts[min(Self.bucket(of: value), counts.count - 1)] += 1
        count += 1
        if value > highest { highest = value }
    }

    mutating func add(_ other: Histogram) {
        for index in counts.indices { counts[index] += other.counts[index] }
        count += other.count
        highest = max(highest, other.highest)
    }

    /// The value that this share of all values doesn't exceed, by the nearest rank; nothing of nothing.
    func quantile(_ share: Double) -> Int64? {
        guard count > 0 else { return nil }
        let rank = min(max(1, Int((Double(count) * share).rounded(.up))), count)
        var seen = 0
        for (index, count) in counts.enumerated() where count > 0 {
            seen += count
            if seen >= rank { return min(Self.middle(of: index), highest) }
        }
        return highest
    }

    /// Values below 64 have a bucket each; above, each doubling is divided into 64.
    private static func bucket(of value: Int64) -> Int {
        guard value >= Int64(steps) else { return Int(value) }
        let row = Int64.bitWidth - 1 - value.leadingZeroBitCount - 6
        return (row + 1) * steps + Int(value >> Int64(row)) - steps
    }

    private static func middle(of bucket: Int) -> Int64 {
        guard bucket >= steps else { return Int64(bucket) }
        let row = bucket / steps - 1
        return (Int64(bucket % steps + steps) << Int64(row)) + (Int64(1) << Int64(row)) / 2
    }
}
