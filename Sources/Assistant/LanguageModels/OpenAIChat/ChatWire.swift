import Domain
import OpenAIClient

/// The chat-completions protocol of OpenAI, OpenRouter, Ollama, llama.cpp, vLLM and others.
struct ChatWire: ModelWire {
    let model: String

    func endpoint(base: String, apiKey: Secret?) throws(ModelError) -> OpenAIEndpoint {
        try OpenAIEndpoint(base: base, route: "/chat/completions", apiKey: apiKey, service: "language model")
    }

    func body(_ request: ModelRequest, dialect: ChatDialect) -> JSONValue {
        ChatRequestBody.json(request, model: model, dialect: dialect)
    }

    func assembler(maxCalls: Int, makeCallId: @escaping (Int) -> String) -> ChatCompletionAssembler {
        ChatCompletionAssembler(maxCalls: maxCalls, makeCallId: makeCallId)
    }

    func departures(status: Int, body: String) -> ChatDialect { ChatDialect.implied(status: status, body: body) }
}
