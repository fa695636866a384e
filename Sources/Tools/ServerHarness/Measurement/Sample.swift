/// Quantiles of a sample, by the nearest-rank method.
public struct Sample: Sendable {
    private let sorted: [Double]

    public init(_ values: [Double]) { sorted = values.sorted() }

    /// - Parameter quantile: 0 to 1; 0.5 is the median.
    public func quantile(_ quantile: Double) -> Double {
        guard !sorted.isEmpty else { return .nan }
        let rank = Int((Double(sorted.count) * quantile).rounded(.up)) - 1
        return sorted[min(max(rank, 0), sorted.count - 1)]
    }

    public var median: Double { quantile(0.5) }
}
