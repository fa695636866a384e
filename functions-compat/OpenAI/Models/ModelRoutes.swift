import Domain
import Foundation
import Gateway
import Hummingbird
import SpotterAPI

/// `GET …/models` and `GET …/models/{model}`.
struct ModelRoutes {
    let services: OpenAIServices

    /// - Parameter other: answers a request of another API at the same path; `nil` if it isn't one.
    func add(
        to table: inout RouteTable,
        at path: OpenAIPath,
        other: @escaping @Sendable (Request, _ model: String?) throws -> Response? = { _, _ in nil }
    ) {
        let models = services.models
        table.on(
            .get,
            path.of("/models"),
            path.id("listOpenAIModels"),
            "The models in OpenAI's form, the default first",
            response: .json(OpenAIResponseBody.self),
            failure: OpenAIFailureBody.self
        ) { request, _ in
            if let response = try other(request, nil) { return response }
            return JSONResponse(["object": "list", "data": .array(models.all.map(Self.json))] as JSONValue)
        }
        table.on(
            .get,
            path.of("/models/{model}"),
            path.id("getOpenAIModel"),
            "One model in OpenAI's form",
            response: .json(OpenAIResponseBody.self),
            failure: OpenAIFailureBody.self
        ) { request, context in
            let name = try context.parameters.require("model").removingPercentEncoding ?? ""
            if let response = try other(request, name) { return response }
            guard let model = models.all.first(where: { $0.name == name }) else { throw UnknownModel(name: name) }
            return JSONResponse(Self.json(model))
        }
    }

    private static func json(_ model: ServedModels.Entry) -> JSONValue {
        [
            "id": .string(model.name), "object": "model", "created": 0,
            "owned_by": model.isExternal ? "operator" : "spotter",
        ]
    }
}
