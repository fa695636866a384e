import Domain
import SpotterAPI

/// The bounds between which confidence is compared with outcomes. The last band includes 1.
enum ConfidenceBands {
    /// In ten-thousandths.
    static let bounds = [0, 5_000, 7_000, 9_000, 10_000]
    static var count: Int { bounds.count - 1 }

    static func index(of confidence: Int64) -> Int {
        let index = (bounds.lastIndex { Int64($0) <= confidence } ?? 0)
        return min(index, count - 1)
    }
}

/// Adds up rows of advice. All sums are whole numbers, so that their order doesn't matter and another program gets the same
/// figures.
struct CalibrationFigures: Sendable {
    private var total = Sums()
    private var models: [String: Sums] = [:]
    private var months: [String: Sums] = [:]

    mutating func add(_ row: AdviceRow) {
        total.add(row)
        models[row.model, default: Sums()].add(row)
        months[String(row.advisedAt.description.prefix(7)), default: Sums()].add(row)
    }

    func report(since: Timestamp?, until: Timestamp?, model: String?) -> CalibrationReport {
        func parts(_ sums: [String: Sums]) -> [CalibrationReport.Part] {
            sums.sorted { $0.key < $1.key }.map { .init(name: $0.key, figures: $0.value.figures) }
        }
        return CalibrationReport(
            since: since,
            until: until,
            model: model,
            total: total.figures,
            models: parts(models),
            months: parts(months)
        )
    }

    private struct Sums: Sendable {
        var given = 0
        /// The sum of (confidence − outcome)², in ten-thousandths squared.
        var squares: Int64 = 0
        var bands = [Band](repeating: Band(), count: ConfidenceBands.count)

        mutating func add(_ row: AdviceRow) {
            given += 1
            guard let outcome = row.outcome, row.source != .assumed else { return }
            let isGood = outcome == .good
            let distance = row.confidence - (isGood ? Int64(AdviceRow.scale) : 0)
            squares += distance * distance
            bands[ConfidenceBands.index(of: row.confidence)].add(row.confidence, isGood)
        }

        var figures: CalibrationReport.Figures {
            let scale = Double(AdviceRow.scale)
            let all = bands.reduce(into: Band()) { $0.add($1) }
            return CalibrationReport.Figures(
                given: given,
                rated: all.rated,
                good: all.good,
                brier: all.rated == 0 ? nil : Double(squares) / (Double(all.rated) * scale * scale),
                meanConfidence: all.meanConfidence,
                goodShare: all.goodShare,
                bands: bands.enumerated().map { position, band in
                    .init(
                        from: Double(ConfidenceBands.bounds[position]) / scale,
                        to: Double(ConfidenceBands.bounds[position + 1]) / scale,
                        rated: band.rated,
                        good: band.good,
                        meanConfidence: band.meanConfidence,
                        goodShare: band.goodShare
                    )
                }
            )
        }
    }

    private struct Band: Sendable {
        var rated = 0
        var good = 0
        /// In ten-thousandths.
        var confidence: Int64 = 0

        mutating func add(_ confidence: Int64, _ isGood: Bool) {
            rated += 1
            good += isGood ? 1 : 0
            self.confidence += confidence
        }

        mutating func add(_ other: Band) {
            rated += other.rated
            good += other.good
            confidence += other.confidence
        }

        var meanConfidence: Double? {
            rated == 0 ? nil : Double(confidence) / (Double(rated) * Double(AdviceRow.scale))
        }
        var goodShare: Double? { rated == 0 ? nil : Double(good) / Double(rated) }
    }
}
