import Domain
import Measures

/// Reads the claims of a model's answer, which may be anything.
enum MeasureClaimReading {
    /// More is no answer but a flood.
    static let maxClaims = 200
    static let maxTextLength = 500

    /// - Returns: `nil` if the answer isn't the object that was asked for. A claim that isn't one is left out.
    static func claims(in answer: String) -> [MeasureClaim]? {
        guard let values = ModelList.values(of: "values", in: answer), values.count <= maxClaims else { return nil }
        return values.compactMap(claim)
    }

    private static func claim(_ value: JSONValue) -> MeasureClaim? {
        guard let message = value["message"]?.int, let number = value["value"]?.double, number.isFinite,
            let kind = value["kind"]?.string.flatMap(MeasureKind.init(rawValue:)),
            MeasureClaimPrompt.kinds.contains(kind),
            let quote = value["quote"]?.string, quote.count <= maxTextLength
        else { return nil }
        let detail = String((value["detail"]?.string ?? "").prefix(maxTextLength))
        return MeasureClaim(
            message: message,
            kind: kind,
            value: number,
            detail: ModelList.unescaped(detail),
            quote: ModelList.unescaped(quote)
        )
    }
}
