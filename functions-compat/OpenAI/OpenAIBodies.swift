import Domain
import Gateway
import Hummingbird

struct OpenAIRequestBody: JSONBody {
    let json: JSONValue

    static var example: Self {
        Self(json: ["model": "spotter", "messages": [["role": "user", "content": "How is Sara's knee?"]]])
    }

    /// The body of a request.
    /// - Throws: `OpenAIFailure`; `too_large`.
    static func read(_ request: Request, _ context: AppContext) async throws -> JSONValue {
        guard let json = try await request.dialogueBody(context) else {
            throw OpenAIFailure.invalid(
                "The body must be a JSON object of at most 20000 values that nests at most 32 deep.",
                code: "invalid_json"
            )
        }
        return json
    }
}

struct OpenAIResponseBody: JSONBody {
    let json: JSONValue

    static var example: Self {
        Self(json: ["id": "chatcmpl-018f00000000700080000000000000e0", "object": "chat.completion", "choices": []])
    }
}

struct OpenAIFailureBody: JSONBody {
    let json: JSONValue

    static var example: Self { Self(json: OpenAIFailure.invalid("messages is missing.", param: "messages").json) }
}
