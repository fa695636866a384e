import Domain
import OpenAIClient

/// Google's `streamGenerateContent`, as the Gemini API speaks it.
struct GeminiWire: ModelWire {
    let model: String

    func endpoint(base: String, apiKey: Secret?) throws(ModelError) -> OpenAIEndpoint {
        let name = model.hasPrefix("models/") ? String(model.dropFirst("models/".count)) : model
        return try OpenAIEndpoint(
            base: base,
            route: "/models/\(name):streamGenerateContent",
            apiKey: apiKey,
            service: "language model",
            keyHeader: .named("x-goog-api-key"),
            version: "/v1beta",
            query: ["alt": "sse"]
        )
    }

    func body(_ request: ModelRequest, dialect: GeminiDialect) -> JSONValue {
        GeminiRequestBody.json(request, dialect: dialect)
    }

    func assembler(maxCalls: Int, makeCallId: @escaping (Int) -> String) -> GeminiAssembler {
        GeminiAssembler(maxCalls: maxCalls, makeCallId: makeCallId)
    }

    func departures(status: Int, body: String) -> GeminiDialect { GeminiDialect.implied(status: status, body: body) }
}
