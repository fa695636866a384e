/// What the operator has said about a model, which its provider doesn't tell.
public struct ModelProfile: Sendable, Hashable {
    /// Whether it understands pictures.
    public var readsImages: Bool
    /// Whether it calls tools.
    public var callsTools: Bool
    /// Whether it tells of its reasoning.
    public var thinks: Bool
    /// Tokens of a request and its answer together; `nil` if unknown.
    public var contextTokens: Int?
    /// Tokens of an answer; `nil` if unknown.
    public var maxOutputTokens: Int?
    /// `nil` for a model that costs nothing.
    public var price: ModelPrice?
    /// Names of models that are gone and whose conversations this one continues.
    public var replaces: Set<String>

    public init(
        readsImages: Bool = false,
        callsTools: Bool = true,
        thinks: Bool = false,
        contextTokens: Int? = nil,
        maxOutputTokens: Int? = nil,
        price: ModelPrice? = nil,
        replaces: Set<String> = []
    ) {
        self.readsImages = readsImages
        self.callsTools = callsTools
        self.thinks = thinks
        self.contextTokens = contextTokens
        self.maxOutputTokens = maxOutputTokens
        self.price = price
        self.replaces = replaces
    }
}

/// What a million tokens cost, in millionths of the currency: 2 500 000 is 2.50.
///
/// Costs are in trillionths of the currency, so that a token's cost is a whole number and sums are exact.
public struct ModelPrice: Sendable, Hashable {
    /// The most that a million tokens may cost: a thousand of the currency.
    public static let max = 1_000_000_000

    public var input: Int
    /// Of tokens that the provider had in its cache.
    public var cachedInput: Int
    public var output: Int
    /// What one request costs besides its tokens, in millionths of the currency: that of a picture or a video.
    public var request: Int

    /// Each is between 0 and ``max``; what is outside counts as the bound.
    public init(input: Int, cachedInput: Int? = nil, output: Int, request: Int = 0) {
        self.input = Self.bounded(input)
        self.cachedInput = Self.bounded(cachedInput ?? input)
        self.output = Self.bounded(output)
        self.request = Self.bounded(request)
    }

    /// In trillionths of the currency; `Int64.max` for what can't be counted.
    public func cost(of usage: ModelUsage) -> Int64 {
        let parts = [
            (usage.inputTokens - usage.cachedInputTokens, input), (usage.cachedInputTokens, cachedInput),
            (usage.outputTokens, output), (1_000_000, request),
        ]
        return parts.reduce(0) { sum, part in
            let (cost, isTooMuch) = Int64(part.0).multipliedReportingOverflow(by: Int64(part.1))
            let (total, overflow) = sum.addingReportingOverflow(cost)
            return isTooMuch || overflow ? .max : total
        }
    }

    private static func bounded(_ price: Int) -> Int { Swift.min(Swift.max(price, 0), max) }
}
