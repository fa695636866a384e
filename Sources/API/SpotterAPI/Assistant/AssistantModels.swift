public import Domain

/// A model that can answer.
///
/// ```swift
/// func free(_ models: [AssistantModel]) -> [String] { models.filter { $0.price == nil }.map(\.id) }
/// ```
public struct AssistantModel: Sendable, Codable, Hashable, Identifiable {
    public struct Capabilities: Sendable, Codable, Hashable {
        /// Whether it sees pictures that a question brings along.
        public var images: Bool
        /// Whether it can prepare actions.
        public var tools: Bool
        /// Whether it tells of its reasoning.
        public var thinking: Bool

        public init(images: Bool, tools: Bool, thinking: Bool) {
            self.images = images
            self.tools = tools
            self.thinking = thinking
        }
    }

    /// What a million tokens cost, in the currency of the answer.
    public struct Price: Sendable, Codable, Hashable {
        public var input: Double
        public var cachedInput: Double
        public var output: Double

        public init(input: Double, cachedInput: Double, output: Double) {
            self.input = input
            self.cachedInput = cachedInput
            self.output = output
        }
    }

    /// The `model` of a question.
    public var id: String
    /// Whether it answers where no model is named.
    public var isDefault: Bool
    /// Whether messages leave the server for it: `false` for the built-in one only.
    public var isExternal: Bool
    public var capabilities: Capabilities
    /// Tokens of a request and its answer together; `null` if unknown.
    @Nullable public var contextTokens: Int?
    /// Tokens of an answer; `null` if unknown.
    @Nullable public var maxOutputTokens: Int?
    /// `null` for a model that costs nothing.
    @Nullable public var price: Price?

    public init(
        id: String,
        isDefault: Bool,
        isExternal: Bool,
        capabilities: Capabilities,
        contextTokens: Int? = nil,
        maxOutputTokens: Int? = nil,
        price: Price? = nil
    ) {
        self.id = id
        self.isDefault = isDefault
        self.isExternal = isExternal
        self.capabilities = capabilities
        self.contextTokens = contextTokens
        self.maxOutputTokens = maxOutputTokens
        self.price = price
    }
}

/// `GET /v1/assistant/models`: the default first.
///
/// ```swift
/// func names(_ response: AssistantModelsResponse) -> [String] { response.models.map(\.id) }
/// ```
public struct AssistantModelsResponse: APIValue, Hashable {
    public var models: [AssistantModel]
    /// Of all prices, such as `USD`.
    public var currency: String
    /// Whether answers can search the web.
    public var searchesWeb: Bool

    public init(models: [AssistantModel], currency: String, searchesWeb: Bool = false) {
        self.models = models
        self.currency = currency
        self.searchesWeb = searchesWeb
    }

    public static var example: AssistantModelsResponse {
        AssistantModelsResponse(
            models: [
                AssistantModel(
                    id: "gpt-5.2",
                    isDefault: true,
                    isExternal: true,
                    capabilities: .init(images: true, tools: true, thinking: true),
                    contextTokens: 400_000,
                    maxOutputTokens: 16_000,
                    price: .init(input: 1.25, cachedInput: 0.125, output: 10)
                ),
                AssistantModel(
                    id: "built-in",
                    isDefault: false,
                    isExternal: false,
                    capabilities: .init(images: false, tools: true, thinking: false)
                ),
            ],
            currency: "USD"
        )
    }
}
