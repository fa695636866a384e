/// Quantiles of a sample, by the nearest rank.
struct Sample {
    private var sorted: [Double]

    init(_ values: [Double]) { sorted = values.sorted() }

    var count: Int { sorted.count }

    /// - Parameter quantile: 0 to 1; 0.5 is the median.
    func quantile(_ quantile: Double) -> Double {
        guard !sorted.isEmpty else { return .nan }
        let rank = Int((Double(sorted.count) * quantile).rounded(.up)) - 1
        return sorted[min(max(rank, 0), sorted.count - 1)]
    }

    var median: Double { quantile(0.5) }
}

extension Double {
    func rounded(places: Int) -> Double {
        let factor = (0..<places).reduce(1.0) { product, _ in product * 10 }
        return (self * factor).rounded() / factor
    }
}

extension Duration {
    var milliseconds: Double { Double(components.seconds) * 1e3 + Double(components.attoseconds) / 1e15 }
    var seconds: Double { milliseconds / 1000 }
}
