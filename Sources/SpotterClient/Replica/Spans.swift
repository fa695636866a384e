/// Which parts of a chat's history are known without a hole: closed ranges of `seq`, ascending, never touching.
public struct Spans: Sendable, Hashable {
    public private(set) var ranges: [ClosedRange<Int64>] = []

    public init() {}

    /// Adds a range and joins it with those that it overlaps or touches.
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

    /// Whether `a` comes at least to the place before `b`.
    private static func reaches(_ a: ClosedRange<Int64>, _ b: ClosedRange<Int64>) -> Bool {
        a.upperBound >= b.lowerBound || a.upperBound &+ 1 == b.lowerBound
    }

    func contains(_ seq: Int64) -> Bool { ranges.contains { $0.contains(seq) } }

    /// Whether every place of the range is known; an empty one always is.
    func cover(after low: Int64, through high: Int64) -> Bool {
        guard low < high else { return true }
        return ranges.contains { $0.lowerBound <= low &+ 1 && $0.upperBound >= high }
    }

    /// Where the known part with `seq` begins, or the place after `seq` if it isn't known.
    func start(of seq: Int64) -> Int64 { span(with: seq)?.lowerBound ?? seq &+ 1 }

    /// The part that ends the history: the one in which `seq` lies.
    func span(with seq: Int64) -> ClosedRange<Int64>? { ranges.last { $0.contains(seq) } }
}

/// `[[low, high], …]`
extension Spans: Codable {
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
