import Domain
import Foundation
import HTTPTypes
import SpotterAPI

/// The route table as an OpenAPI 3.1 document. Schemas come from the types of `SpotterAPI`.
struct OpenAPIDocument {
    let routes: [RouteTable.Route]
    let version: String

    func json() throws -> Data {
        let catalog = SchemaCatalog()
        var paths: [String: [String: JSONValue]] = [:]
        for route in routes {
            guard let operation = route.operation, !route.isAlias else { continue }
            paths[route.path, default: [:]][route.method.rawValue.lowercased()] = try describe(
                operation,
                of: route,
                catalog
            )
        }
        let document: JSONValue = [
            "openapi": "3.1.0",
            "info": [
                "title": "Spotter", "version": .string(version),
                "description": "Messaging for coaches and their clients. Times are RFC 3339 in UTC, ids are UUIDs.",
            ],
            "tags": .array(RouteTable.Tag.allCases.map { ["name": .string($0.rawValue)] }),
            "paths": .object(paths.mapValues(JSONValue.object)),
            "components": [
                "schemas": .object(catalog.components),
                "securitySchemes": [
                    "user": [
                        "type": "http", "scheme": "bearer", "description": "An access token of POST /v1/auth/login.",
                    ],
                    "admin": [
                        "type": "http", "scheme": "bearer", "description": "A token of `spotter admin token`.",
                    ],
                ],
            ],
        ]
        return Data(document.text.utf8)
    }

    private func describe(
        _ operation: Operation,
        of route: RouteTable.Route,
        _ catalog: SchemaCatalog
    ) throws -> JSONValue {
        var result: [String: JSONValue] = [
            "operationId": .string(operation.id),
            "tags": [.string(operation.tag.rawValue)],
            "summary": .string(operation.summary),
            "responses": try responses(operation, catalog),
        ]
        let parameters =
            try Self.pathParameters(of: route.path, catalog)
            + operation.query.map { try Self.parameter($0, in: "query", catalog) }
            + operation.headers.map { try Self.parameter($0, in: "header", catalog) }
        if !parameters.isEmpty { result["parameters"] = .array(parameters) }
        switch route.access {
        case .open, .own: break
        case .user:
            result["security"] = [["user": []]]
            if let scope = route.keyScope { result["x-api-key-scope"] = .string(scope.rawValue) }
        case .admin: result["security"] = [["admin": []]]
        }
        var content: [String: JSONValue] = [:]
        if let body = operation.body { content["application/json"] = try Self.media([body], "", .request, catalog) }
        if let mediaType = operation.otherBody { content[mediaType] = Self.bytes }
        // A POST whose fields may all be left out takes an empty body, too.
        let isOptional =
            route.method == .post && operation.otherBody == nil
            && operation.body.map { RequestFields.of($0).mayBeEmpty } ?? false
        if !content.isEmpty { result["requestBody"] = ["required": .bool(!isOptional), "content": .object(content)] }
        return .object(result)
    }

    private func responses(_ operation: Operation, _ catalog: SchemaCatalog) throws -> JSONValue {
        var content: [String: JSONValue] = [:]
        let response = operation.response
        if !response.values.isEmpty {
            // Of several types, one has the operation's name.
            let name = operation.id.prefix(1).uppercased() + operation.id.dropFirst() + "Answer"
            content["application/json"] = try Self.media(response.values, name, .response, catalog)
        }
        for (mediaType, isText) in response.otherContent {
            // What an event of a stream holds is told in the operation's words: a schema here would be of each event.
            let isStream = mediaType == "text/event-stream"
            content[mediaType] = isStream ? [:] : isText ? ["schema": ["type": "string"]] : Self.bytes
        }
        var result: [String: JSONValue] = [
            "default": [
                "description": "The request failed.",
                "content": ["application/json": try Self.media([operation.failure], "", .response, catalog)],
            ]
        ]
        for status in response.statuses {
            var answer: [String: JSONValue] = ["description": .string(status.reasonPhrase)]
            if !content.isEmpty { answer["content"] = .object(content) }
            result["\(status.code)"] = .object(answer)
        }
        return .object(result)
    }

    // MARK: Parts

    private static let bytes: JSONValue = ["schema": ["type": "string", "format": "binary"]]

    /// The schema of a JSON body, with an example of the first type.
    /// - Parameter name: of the choice, if there are several types.
    private static func media(
        _ types: [any APIValue.Type],
        _ name: String,
        _ direction: SchemaCatalog.Direction,
        _ catalog: SchemaCatalog
    ) throws -> JSONValue {
        let schema = try catalog.schema(ofOneOf: types, named: name, as: direction)
        let example = try types.first.map { try JSONDecoder().decode(JSONValue.self, from: $0.example.json()) }
        return [
            "schema": schema,
            "example": example ?? .null,
        ]
    }

    /// Path parameters whose name ends in `Id` have an id's schema.
    private static func pathParameters(of path: String, _ catalog: SchemaCatalog) throws -> [JSONValue] {
        try path.split(separator: "/").filter { $0.hasPrefix("{") }.map { part in
            let name = String(part.dropFirst().prefix { $0 != "}" })
            let type: any Decodable.Type = name.hasSuffix("Id") ? ChatID.self : String.self
            return [
                "name": .string(name), "in": "path", "required": true,
                "schema": try catalog.schema(of: type, as: .request),
            ]
        }
    }

    private static func parameter(
        _ parameter: QueryParameter,
        in place: JSONValue,
        _ catalog: SchemaCatalog
    ) throws -> JSONValue {
        var schema = try catalog.schema(of: parameter.type, as: .request)
        if let range = parameter.range, case .object(var fields) = schema {
            fields["minimum"] = .integer(range.lowerBound)
            fields["maximum"] = .integer(range.upperBound)
            schema = .object(fields)
        }
        if let limit = parameter.limit { schema = limit.applied(to: schema) }
        var result: [String: JSONValue] = [
            "name": .string(parameter.name), "in": place, "required": .bool(parameter.isRequired),
            "schema": schema,
        ]
        if let description = parameter.description { result["description"] = .string(description) }
        return .object(result)
    }
}
