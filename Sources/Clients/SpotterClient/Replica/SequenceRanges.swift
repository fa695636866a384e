/// The contiguous known parts of a chat's history: closed ranges of `seq`, ascending, neither overlapping nor adjacent.
///
///     for record in records { print(record.known.ranges) }  // [1...40, 81...120]
public struct SequenceRanges: Sendable, Hashable {
    public private(set) var ranges: [ClosedRange<Int64>] = []

    public init() {}

    /// Adds a range, and merges it with ranges that overlap it or are adjacent.
    mutating func insert(_ range: ClosedRange<Int64>) {
        var merged = range
        var kept: [ClosedRange<Int64>] = []
        for other in ranges {
            let touches = Self.reaches(other, merged) && Self.reaches(merged, other)
            if touches {
                merged = min(merged.lowerBound, other.lowerBound)...max(merged.upperBound, other.upperBound)
            } else {
                kept.append(other)
            }
        }
        let index = kept.firstIndex { $0.lowerBound > merged.lowerBound } ?? kept.endIndex
        kept.insert(merged, at: index)
        ranges = kept
    }

    /// Whether `a` extends at least to the position before `b`.
    private static func reaches(_ a: ClosedRange<Int64>, _ b: ClosedRange<Int64>) -> Bool {
        a.upperBound >= b.lowerBound || a.upperBound &+ 1 == b.lowerBound
    }

    func contains(_ seq: Int64) -> Bool { ranges.contains { $0.contains(seq) } }

    /// Whether the whole range is known; an empty one always is.
    func cover(after low: Int64, through high: Int64) -> Bool {
        guard low < high else { return true }
        return ranges.contains { $0.lowerBound <= low &+ 1 && $0.upperBound >= high }
    }

    /// The start of the known part that contains `seq`, or the position after `seq` if it isn't known.
    func start(of seq: Int64) -> Int64 { span(with: seq)?.lowerBound ?? seq &+ 1 }

    /// The known part that contains `seq`.
    func span(with seq: Int64) -> ClosedRange<Int64>? { ranges.last { $0.contains(seq) } }
}

/// `[[low, high], …]`
extension SequenceRanges: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        for pair in try container.decode([[Int64]].self) {
            guard pair.count == 2, let low = pair.first, let high = pair.last, low <= high else {
                throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a range of seqs")
            }
            insert(low...high)
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(ranges.map { [$0.lowerBound, $0.upperBound] })
    }
}
