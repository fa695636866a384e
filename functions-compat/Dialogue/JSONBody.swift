import Domain
import Gateway
import Hummingbird
import NIOCore
import SpotterAPI

/// A body of another API in the OpenAPI document. Requests of its clients hold many fields that have no meaning here, so
/// that any JSON is described, with an example.
protocol JSONBody: APIValue {
    var json: JSONValue { get }
    init(json: JSONValue)
}

extension JSONBody {
    init(from decoder: any Decoder) throws {
        self.init(json: try decoder.singleValueContainer().decode(JSONValue.self))
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(json)
    }
}

extension Request {
    /// The bytes of a question with all that a program gives along: far more than a question alone has.
    static let maxDialogueBytes = 1 << 20

    /// The body, if it is a JSON object within bounds: 20 000 values, a depth of 32.
    /// - Throws: `too_large`.
    func dialogueBody(_ context: AppContext, upTo maxBytes: Int = maxDialogueBytes) async throws -> JSONValue? {
        let bytes = [UInt8](buffer: try await body(upTo: maxBytes))
        let json = await context.parse(bytes, maxBytes: maxBytes, maxDepth: 32, maxElements: 20_000)
        return json?.object == nil ? nil : json
    }
}
