import Domain
import OpenAIClient

/// OpenAI's Responses protocol. Nothing is stored at the provider: each request holds the whole conversation.
struct ResponsesWire: ModelWire {
    let model: String

    func endpoint(base: String, apiKey: Secret?) throws(ModelError) -> OpenAIEndpoint {
        try OpenAIEndpoint(base: base, route: "/responses", apiKey: apiKey, service: "language model")
    }

    func body(_ request: ModelRequest, dialect: ResponsesDialect) -> JSONValue {
        ResponsesRequestBody.json(request, model: model, dialect: dialect)
    }

    func assembler(maxCalls: Int, makeCallId: @escaping (Int) -> String) -> ResponsesAssembler {
        ResponsesAssembler(maxCalls: maxCalls, makeCallId: makeCallId)
    }

    func departures(status: Int, body: String) -> ResponsesDialect {
        ResponsesDialect.implied(status: status, body: body)
    }
}
