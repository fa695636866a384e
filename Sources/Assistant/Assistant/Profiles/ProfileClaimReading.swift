import ClientProfiles
import Domain

/// Reads the claims of a model's answer, which may be anything.
enum ProfileClaimReading {
    /// More is no answer but a flood.
    static let maxClaims = 200
    static let maxQuoteLength = 1_000

    /// - Returns: `nil` if the answer isn't the object that was asked for. A claim that isn't one is left out.
    static func claims(in answer: String) -> [ProfileClaim]? {
        guard let facts = ModelList.values(of: "facts", in: answer), facts.count <= maxClaims else { return nil }
        return facts.compactMap(claim)
    }

    private static func claim(_ value: JSONValue) -> ProfileClaim? {
        guard let message = value["message"]?.int,
            let category = value["category"]?.string.flatMap(ProfileItem.Category.init(rawValue:)),
            let quote = value["quote"]?.string, quote.count <= maxQuoteLength
        else { return nil }
        let status = value["status"]?.string.flatMap(ProfileClaim.Status.init(rawValue:))
        return status.map {
            ProfileClaim(message: message, category: category, quote: ModelList.unescaped(quote), status: $0)
        }
    }
}
