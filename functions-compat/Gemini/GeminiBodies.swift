import Domain
import Gateway
import Hummingbird

struct GeminiRequestBody: JSONBody {
    let json: JSONValue

    static var example: Self {
        Self(json: ["contents": [["role": "user", "parts": [["text": "How is Sara's knee?"]]]]])
    }

    /// Room for the files of a question in base64.
    static let maxBytesWithFiles = 14 << 20

    /// The body of a request.
    /// - Throws: `GeminiFailure`; `too_large`.
    static func read(
        _ request: Request,
        _ context: AppContext,
        upTo maxBytes: Int = Request.maxDialogueBytes
    ) async throws -> JSONValue {
        guard let json = try await request.dialogueBody(context, upTo: maxBytes) else {
            throw GeminiFailure.invalid(
                "The body must be a JSON object of at most 20000 values that nests at most 32 deep."
            )
        }
        return json
    }
}

struct GeminiResponseBody: JSONBody {
    let json: JSONValue

    static var example: Self {
        Self(json: ["candidates": [["index": 0, "content": ["role": "model", "parts": [["text": "It is better."]]]]]])
    }
}

struct GeminiFailureBody: JSONBody {
    let json: JSONValue

    static var example: Self { Self(json: GeminiFailure.invalid("contents must be a list.").json) }
}
