import Assistant
import Domain
import Embedding
import Foundation
import Gateway
import Hummingbird
import Retrieval
import SpotterAPI

/// `POST …/embeddings`.
struct EmbeddingRoutes {
    let services: OpenAIServices

    func add(to table: inout RouteTable, at path: OpenAIPath) {
        let services = services
        table.on(
            .post,
            path.of("/embeddings"),
            path.id("createEmbedding"),
            "Vectors of texts, by the model that finds messages",
            body: OpenAIRequestBody.self,
            response: .json(OpenAIResponseBody.self),
            failure: OpenAIFailureBody.self,
            limit: .quota(.searches),
            cost: .ownTurns
        ) { request, context in
            let wanted = try EmbeddingRequest(try await OpenAIRequestBody.read(request, context))
            let model = try services.models.embedding(wanted.model)
            if let dimensions = wanted.dimensions, dimensions != model.dimension {
                throw OpenAIFailure.invalid(
                    "\(model.servedName) gives \(model.dimension) dimensions, no other number.",
                    param: "dimensions"
                )
            }
            try context.charge(.searches, wanted.texts.count - 1)
            let vectors = try await services.embeddings.vectors(of: wanted.texts, by: model.name)
            let tokens = wanted.texts.reduce(0) { $0 + AssistantService.estimatedTokens(of: $1) }
            return JSONResponse(
                [
                    "object": "list", "model": .string(model.servedName),
                    "data": .array(
                        vectors.enumerated().map { index, vector in
                            [
                                "object": "embedding", "index": .integer(index),
                                "embedding": wanted.isBase64 ? .string(vector.base64) : vector.numbers,
                            ]
                        }
                    ),
                    "usage": ["prompt_tokens": .integer(tokens), "total_tokens": .integer(tokens)],
                ] as JSONValue
            )
        }
    }
}

/// A request for vectors.
struct EmbeddingRequest {
    let model: String
    let texts: [String]
    let isBase64: Bool
    let dimensions: Int?

    init(_ json: JSONValue) throws(OpenAIFailure) {
        let reader = OpenAIRequestReader(json: json)
        guard let model = try reader.model() else { throw .invalid("model is missing.", param: "model") }
        self.model = model
        dimensions = try reader.count("dimensions")
        switch json["encoding_format"]?.string ?? "float" {
        case "float": isBase64 = false
        case "base64": isBase64 = true
        default: throw .invalid("encoding_format must be float or base64.", param: "encoding_format")
        }
        texts = try Self.texts(json["input"])
        guard (1...TextEmbeddings.maxTexts).contains(texts.count) else {
            throw .invalid("input takes 1 to \(TextEmbeddings.maxTexts) texts.", param: "input")
        }
        guard texts.allSatisfy({ !$0.trimmed.isEmpty }) else {
            throw .invalid("input must not hold an empty text.", param: "input")
        }
    }

    private static func texts(_ input: JSONValue?) throws(OpenAIFailure) -> [String] {
        if let text = input?.string { return [text] }
        guard let list = input?.array else {
            throw .invalid("input must be a text or a list of texts.", param: "input")
        }
        let texts = list.compactMap(\.string)
        guard texts.count == list.count else {
            throw .unsupported(
                "input",
                "input must be texts: lists of tokens are of another model's vocabulary. "
                    + "Some clients have a setting for it, such as check_embedding_ctx_length=False."
            )
        }
        return texts
    }
}

extension [Float] {
    var numbers: JSONValue { .array(map { .number(Double($0)) }) }

    /// Little-endian floats of four bytes.
    var base64: String {
        var bytes = Data(capacity: count * 4)
        for value in self { Swift.withUnsafeBytes(of: value.bitPattern.littleEndian) { bytes.append(contentsOf: $0) } }
        return bytes.base64EncodedString()
    }
}
