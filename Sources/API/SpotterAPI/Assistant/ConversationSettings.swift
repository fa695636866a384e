public import Domain

/// How the answers of one conversation are made; `null` is the server's or the model's own.
///
/// ```swift
/// let settings = ConversationSettings(model: "qwen3:8b", temperature: 0.2, instructions: "Answer in Swedish.")
/// ```
public struct ConversationSettings: Sendable, Codable, Hashable {
    public static let maxInstructions = 4_000
    public static let maxOutputTokens = 1_000_000

    /// One of the server's models. One that is gone is replaced by its successor, or by the default.
    @Nullable public var model: String?
    /// 0 is the most predictable, 2 the least.
    @Nullable public var temperature: Double?
    /// Only the most likely words whose probabilities add up to this are considered: above 0, up to 1.
    @Nullable public var topP: Double?
    /// Tokens of an answer, reasoning included.
    @Nullable public var maxOutputTokens: Int?
    /// What the model is told in addition to Spotter's own rules.
    @Nullable public var instructions: String?
    /// Whether answers may search the web, where the question itself doesn't say: `false` never, `true` always, `null` if the
    /// question is worth it.
    @Nullable public var webSearch: Bool?

    public init(
        model: String? = nil,
        temperature: Double? = nil,
        topP: Double? = nil,
        maxOutputTokens: Int? = nil,
        instructions: String? = nil,
        webSearch: Bool? = nil
    ) {
        self.model = model
        self.temperature = temperature
        self.topP = topP
        self.maxOutputTokens = maxOutputTokens
        self.instructions = instructions
        self.webSearch = webSearch
    }
}
