import Domain

/// The body of an embeddings request.
enum EmbeddingsRequestBody {
    static func json(_ texts: [String], model: String, dimension: Int?, dialect: EmbeddingsDialect) -> JSONValue {
        // OpenAI refuses an empty text.
        let input = texts.map { JSONValue.string($0.isEmpty ? " " : $0) }
        var members: [String: JSONValue] = ["model": .string(model), "input": .array(input)]
        if !dialect.contains(.noBase64) { members["encoding_format"] = "base64" }
        if dialect.contains(.needsDimensions), let dimension { members["dimensions"] = .integer(dimension) }
        return .object(members)
    }
}
