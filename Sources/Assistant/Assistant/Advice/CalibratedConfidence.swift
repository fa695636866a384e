/// Corrects a stated confidence by what became of earlier advice of about the same confidence.
///
/// Within a band, the stated confidence counts like so many ratings more: (good + 10 · stated) / (rated + 10), the mean of
/// a beta distribution. With few ratings it stays near what the model says; with many it follows them.
struct CalibratedConfidence: Sendable {
    /// Ratings of a model from which on anything is corrected.
    static let minRatings = 20
    /// How many ratings the stated confidence is worth.
    static let weight = 10.0

    private let count: Int
    private var bands = [(rated: Int, good: Int)](repeating: (0, 0), count: ConfidenceBands.count)

    /// - Parameter rated: confidences in ten-thousandths, and whether the advice was good.
    init(_ rated: [(confidence: Int64, isGood: Bool)]) {
        count = rated.count
        for rating in rated {
            let band = ConfidenceBands.index(of: rating.confidence)
            bands[band].rated += 1
            bands[band].good += rating.isGood ? 1 : 0
        }
    }

    /// `nil` with too few ratings.
    func corrected(_ stated: Double) -> Double? {
        guard count >= Self.minRatings else { return nil }
        let band = bands[ConfidenceBands.index(of: Int64(AdviceRow.scaled(stated)))]
        return (Double(band.good) + Self.weight * stated) / (Double(band.rated) + Self.weight)
    }
}
