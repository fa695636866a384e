import Assistant
import Domain
import Foundation
import Gateway
import Hummingbird
import SpotterAPI

/// The models in Google's form.
struct GeminiModels: Sendable {
    let models: ServedModels

    var list: JSONValue { ["models": .array(models.all.map(Self.json))] }

    /// - Throws: `UnknownModel`.
    func model(_ name: String) throws(UnknownModel) -> JSONValue {
        if let model = models.all.first(where: { $0.name == name }) { return Self.json(model) }
        guard let answering = try answering(name) ?? models.service.modelNames.first,
            var model = models.all.first(where: { $0.name == answering })
        else { throw UnknownModel(name: name) }
        model.name = name
        return Self.json(model)
    }

    /// The model of a question; `nil` is the default, which answers for Google's own models as well: apps have their names
    /// built in.
    /// - Throws: `UnknownModel`.
    func answering(_ name: String) throws(UnknownModel) -> String? {
        do {
            return try models.answering(name)
        } catch {
            guard name.hasPrefix("gemini-"), !name.contains("embedding") else { throw error }
            return nil
        }
    }

    private static func json(_ entry: ServedModels.Entry) -> JSONValue {
        let methods: [JSONValue] =
            entry.isEmbedding
            ? ["embedContent", "batchEmbedContents"] : ["generateContent", "streamGenerateContent", "countTokens"]
        var json: [String: JSONValue] = [
            "name": .string("models/\(entry.name)"), "baseModelId": .string(entry.name), "version": "1",
            "displayName": .string(entry.name), "supportedGenerationMethods": .array(methods),
        ]
        json["inputTokenLimit"] = entry.model?.contextTokens.map { .integer($0) }
        json["outputTokenLimit"] = entry.model?.maxOutputTokens.map { .integer($0) }
        return .object(json)
    }

    /// The name of a model as a path or a field has it.
    static func name(_ text: String) -> String {
        let name = text.removingPercentEncoding ?? ""
        return name.hasPrefix("models/") ? String(name.dropFirst("models/".count)) : name
    }

    func add(to table: inout RouteTable, at path: GeminiPath) {
        table.on(
            .get,
            path.of("/models"),
            path.id("listGeminiModels"),
            "The models in Google's form",
            response: .json(GeminiResponseBody.self),
            failure: GeminiFailureBody.self
        ) { _, _ in JSONResponse(list) }
        table.on(
            .get,
            path.of("/models/{model}"),
            path.id("getGeminiModel"),
            "One model in Google's form",
            response: .json(GeminiResponseBody.self),
            failure: GeminiFailureBody.self
        ) { _, context in JSONResponse(try model(Self.name(try context.parameters.require("model")))) }
    }
}
