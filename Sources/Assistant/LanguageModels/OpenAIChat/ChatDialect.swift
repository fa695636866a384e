/// Where a server departs from the current protocol in what it accepts.
struct ChatDialect: OptionSet, Sendable {
    let rawValue: Int

    /// Doesn't know `stream_options`.
    static let noStreamOptions = ChatDialect(rawValue: 1)
    /// Wants `max_completion_tokens`; most compatible servers know only `max_tokens`.
    static let maxCompletionTokens = ChatDialect(rawValue: 2)
    /// Has a fixed temperature, as reasoning models do.
    static let noTemperature = ChatDialect(rawValue: 4)
    static let noTopP = ChatDialect(rawValue: 8)
    /// The model can't call tools.
    static let noTools = ChatDialect(rawValue: 16)
    /// Knows `json_object`, but no schema.
    static let noJSONSchema = ChatDialect(rawValue: 32)
    /// Knows no `response_format`.
    static let noJSON = ChatDialect(rawValue: 64)

    /// The departure that a refusal shows by naming the field that the server doesn't accept. Empty if it names none
    /// that can be changed.
    static func implied(status: Int, body: String) -> ChatDialect {
        guard status == 400 || status == 422 else { return [] }
        if body.contains("stream_options") { return .noStreamOptions }
        if body.contains("max_completion_tokens") { return .maxCompletionTokens }
        if body.contains("'temperature'") || body.contains("\"temperature\"") { return .noTemperature }
        if body.contains("'top_p'") || body.contains("\"top_p\"") { return .noTopP }
        if body.contains("does not support tools") { return .noTools }
        if body.contains("json_object") || body.contains("response_format type") { return .noJSONSchema }
        if body.contains("response_format") || body.contains("json_schema") { return .noJSON }
        return []
    }
}
