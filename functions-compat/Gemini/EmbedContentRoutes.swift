import Domain
import Embedding
import Gateway
import Hummingbird
import Retrieval
import SpotterAPI

/// `embedContent` and `batchEmbedContents`.
struct EmbedContentRoutes {
    let services: GeminiServices

    func add(to table: inout RouteTable, at path: GeminiPath) {
        let services = services
        table.on(
            .post,
            path.of("/models/{model}:embedContent"),
            path.id("embedContent"),
            "The vector of a text",
            body: GeminiRequestBody.self,
            query: GenerateContentRoutes.query,
            response: .json(GeminiResponseBody.self),
            failure: GeminiFailureBody.self,
            limit: .quota(.searches),
            cost: .ownTurns
        ) { request, context in
            let model = try Self.model(context, services)
            let body = GeminiFields(json: try await GeminiRequestBody.read(request, context))
            let vectors = try await services.embeddings.vectors(of: [try Self.text(body, model)], by: model.name)
            return JSONResponse(["embedding": ["values": vectors.first?.numbers ?? []]] as JSONValue)
        }
        table.on(
            .post,
            path.of("/models/{model}:batchEmbedContents"),
            path.id("batchEmbedContents"),
            "The vectors of texts",
            body: GeminiRequestBody.self,
            query: GenerateContentRoutes.query,
            response: .json(GeminiResponseBody.self),
            failure: GeminiFailureBody.self,
            limit: .quota(.searches),
            cost: .ownTurns
        ) { request, context in
            let model = try Self.model(context, services)
            let body = GeminiFields(json: try await GeminiRequestBody.read(request, context))
            var texts: [String] = []
            for content in try body.list("requests") { texts.append(try Self.text(content, model)) }
            try context.charge(.searches, max(texts.count - 1, 0))
            let vectors = try await services.embeddings.vectors(of: texts, by: model.name)
            return JSONResponse(["embeddings": .array(vectors.map { ["values": $0.numbers] })] as JSONValue)
        }
    }

    private static func model(_ context: AppContext, _ services: GeminiServices) throws -> EmbeddingModel {
        try services.models.embedding(GeminiModels.name(try context.parameters.require("model")))
    }

    private static func text(_ request: GeminiFields, _ model: EmbeddingModel) throws(GeminiFailure) -> String {
        guard let content = request.fields("content") else { throw .invalid("content is missing.") }
        if let dimensions = request["outputDimensionality"]?.int, dimensions != model.dimension {
            throw .invalid("\(model.servedName) gives \(model.dimension) dimensions, no other number.")
        }
        let text = try GeminiContents.text(of: content)
        guard !text.trimmed.isEmpty else { throw .invalid("content has no text.") }
        return text
    }
}
