import ClientProfiles
import Domain

/// Reads the claims of a model's answer, which may be anything.
enum ProfileClaimReading {
    /// More is no answer but a flood.
    static let maxClaims = 200
    static let maxQuoteLength = 1_000

    /// - Returns: `nil` if the answer isn't the object that was asked for. A claim that isn't one is left out.
    static func claims(in answer: String) -> [ProfileClaim]? {
        guard let facts = facts(in: answer), facts.count <= maxClaims else { return nil }
        return facts.compactMap(claim)
    }

    private static func facts(in answer: String) -> [JSONValue]? {
        let candidates = [answer[...], braced(answer)].compactMap(\.self)
        for candidate in candidates {
            guard let value = JSONValue.parse(String(candidate), maxDepth: 8, maxElements: 20_000) else { continue }
            if let facts = value["facts"]?.array ?? value.array { return facts }
        }
        return nil
    }

    /// From the first brace to the last one, as where a model puts a fence around its answer.
    private static func braced(_ text: String) -> Substring? {
        guard let start = text.firstIndex(of: "{"), let end = text.lastIndex(of: "}"), start < end else { return nil }
        return text[start...end]
    }

    private static func claim(_ value: JSONValue) -> ProfileClaim? {
        guard let message = value["message"]?.int,
            let category = value["category"]?.string.flatMap(ProfileItem.Category.init(rawValue:)),
            let quote = value["quote"]?.string, quote.count <= maxQuoteLength
        else { return nil }
        let status = value["status"]?.string.flatMap(ProfileClaim.Status.init(rawValue:))
        return status.map { ProfileClaim(message: message, category: category, quote: unescaped(quote), status: $0) }
    }

    /// Messages are shown to the model with escaped markup, which it may copy.
    private static func unescaped(_ text: String) -> String {
        text.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&amp;", with: "&")
    }
}
