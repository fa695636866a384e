import Domain
import Gateway
import Hummingbird
import NIOCore

/// What `/advice` is asked with.
struct AdviceBody: JSONBody {
    let json: JSONValue

    /// Room for the pictures of a question in base64, which makes them a third longer.
    static let maxBytes = 14 << 20

    static var example: Self {
        Self(json: ["conversation": [["role": "user", "content": "Should Sara run on Sunday?"]]])
    }
}

struct FeedbackBody: JSONBody {
    let json: JSONValue

    static var example: Self {
        Self(json: ["response_id": "resp_018f00000000700080000000000000e0", "outcome": true])
    }
}

struct LeagueCredentialsBody: JSONBody {
    let json: JSONValue

    static var example: Self { Self(json: ["espn_s2": "AEB…", "SWID": "{1F6B…}"]) }
}

/// Any of the door's answers.
struct GeniusAnswer: JSONBody {
    let json: JSONValue

    static var example: Self { Self(json: ["status": "success"]) }
}

struct StructuredAdvice: JSONBody {
    let json: JSONValue

    static var example: Self {
        Self(json: ["main_advice": "Let her rest two more days. [1]", "confidence_score": 0.7])
    }
}

struct GeniusFailureBody: JSONBody {
    let json: JSONValue

    static var example: Self { Self(json: GeniusContract.detail("No conversation provided.")) }
}

extension Request {
    /// The bytes of a body.
    /// - Throws: `too_large`.
    func bytes(upTo count: Int) async throws -> [UInt8] { [UInt8](buffer: try await body(upTo: count)) }
}

extension JSONValue {
    /// A body that is a JSON object.
    /// - Throws: `ValidationFailure`.
    static func object(_ bytes: [UInt8], _ context: AppContext) async throws(ValidationFailure) -> JSONValue {
        let parsed = await context.parse(bytes, maxBytes: AdviceBody.maxBytes, maxDepth: 32, maxElements: 20_000)
        guard let parsed else { throw .one("body", 0, type: "json_invalid", "JSON decode error") }
        guard parsed.object != nil else {
            throw .one("body", type: "model_attributes_type", "Input should be a valid dictionary or object")
        }
        return parsed
    }
}
