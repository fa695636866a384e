import SpotterAPI

extension SearchResult.Confidence {
    /// Hybrid scores of which `spotter bench retrieval` counts how often they are right. With the second model, what matches
    /// has higher scores.
    private static let high = (alone: 0.50, withSecond: 0.60)
    private static let medium = (alone: 0.36, withSecond: 0.46)

    init(_ ranked: RankedMessage) {
        let (score, hasSecond) = (ranked.parts.total, ranked.secondCosine != nil)
        if score >= (hasSecond ? Self.high.withSecond : Self.high.alone) {
            self = .high
        } else if score >= (hasSecond ? Self.medium.withSecond : Self.medium.alone) {
            self = .medium
        } else {
            self = .low
        }
    }
}
