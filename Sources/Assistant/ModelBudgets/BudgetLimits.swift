import Domain
import LanguageModels

/// How much of the language models one user may use; `nil` is without limit. Days and months are those of UTC.
public struct BudgetLimits: Sendable, Hashable {
    /// Of a day or a month.
    public struct Window: Sendable, Hashable {
        /// Requests to a model: an answer that searches takes several.
        public var requests: Int?
        /// Of requests and answers together.
        public var tokens: Int?
        /// In millionths of the currency.
        public var cost: Int?

        public init(requests: Int? = nil, tokens: Int? = nil, cost: Int? = nil) {
            self.requests = requests
            self.tokens = tokens
            self.cost = cost
        }
    }

    /// The most that any limit may be: a trillion, which is a million of the currency.
    public static let max = 1_000_000_000_000

    public var day: Window
    public var month: Window

    public init(day: Window = Window(), month: Window = Window()) {
        self.day = day
        self.month = month
    }
}

/// What is left of a window.
struct BudgetRoom: Sendable {
    var requests = Int.max
    var tokens = Int.max
    /// In trillionths of the currency.
    var cost = Int64.max

    init(_ limits: BudgetLimits.Window, used: UsageSum) {
        if let most = limits.requests { requests = most - used.requests }
        if let most = limits.tokens { tokens = most - used.tokens }
        if let most = limits.cost { cost = Int64(most) * 1_000_000 - used.cost }
    }

    /// The tokens of an answer for which there is room, at most `wanted`; `nil` if not even a short one fits.
    func output(wanted: Int, input: Int, price: ModelPrice?) -> Int? {
        guard requests > 0 else { return nil }
        var room = min(wanted, tokens - min(input, tokens))
        if let price, cost < .max {
            let left = cost - price.cost(of: .init(inputTokens: input, outputTokens: 0))
            guard left >= 0 else { return nil }
            if price.output > 0 { room = min(room, Int(clamping: left / Int64(price.output))) }
        }
        return room >= min(wanted, Self.shortest) ? room : nil
    }

    /// An answer that may only be shorter isn't worth its request.
    private static let shortest = 128
}
