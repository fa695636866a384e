/// Where a server departs from the current protocol in what it accepts.
struct GeminiDialect: OptionSet, Sendable {
    let rawValue: Int

    /// Knows `parameters` in OpenAPI's subset of JSON Schema only.
    static let openAPISchema = GeminiDialect(rawValue: 1)
    /// The model doesn't think, or doesn't tell of it.
    static let noThoughts = GeminiDialect(rawValue: 2)
    static let noTools = GeminiDialect(rawValue: 4)
    /// Has no place for the rules but the first message, as Gemma's models.
    static let noSystemInstruction = GeminiDialect(rawValue: 8)
    /// Can't be held to a form of JSON.
    static let noFormat = GeminiDialect(rawValue: 16)

    /// The departure that a refusal shows by naming the field that the server doesn't accept. Empty if it names none
    /// that can be changed.
    static func implied(status: Int, body: String) -> GeminiDialect {
        guard status == 400 else { return [] }
        if body.contains("responseMimeType") || body.contains("response_mime_type") || body.contains("JSON mode") {
            return .noFormat
        }
        if body.contains("JsonSchema") || body.contains("json_schema") { return .openAPISchema }
        if body.lowercased().contains("thinking") || body.contains("includeThoughts") { return .noThoughts }
        if body.lowercased().contains("function calling is not") { return .noTools }
        if body.lowercased().contains("developer instruction is not") { return .noSystemInstruction }
        return []
    }
}
