import Foundation
import HTTPTypes

/// The route table as an OpenAPI 3.1 document.
struct OpenAPIDocument {
    let routes: [RouteTable.Route]
    let version: String

    func json() throws -> Data {
        var paths: [String: [String: Any]] = [:]
        for route in routes { paths[route.path, default: [:]][route.method.rawValue.lowercased()] = operation(route) }
        let document: [String: Any] = [
            "openapi": "3.1.0",
            "info": [
                "title": "Spotter", "version": version,
                "description": "Messaging for coaches and their clients. Errors: {\"error\":{\"code\",\"message\",…}}.",
            ],
            "paths": paths,
            "components": ["securitySchemes": ["bearer": ["type": "http", "scheme": "bearer"]]],
        ]
        return try JSONSerialization.data(withJSONObject: document, options: [.sortedKeys, .withoutEscapingSlashes])
    }

    private func operation(_ route: RouteTable.Route) -> [String: Any] {
        var operation: [String: Any] = [
            "summary": route.summary,
            "responses": [
                "\(route.status.code)": ["description": route.status.reasonPhrase],
                "default": ["description": "The error envelope"],
            ],
        ]
        let path = route.path.split(separator: "/").filter { $0.hasPrefix("{") }.map { $0.dropFirst().dropLast() }
        let parameters: [[String: Any]] =
            path.map { ["name": String($0), "in": "path", "required": true, "schema": ["type": "string"]] }
            + route.query.map { ["name": $0, "in": "query", "required": false, "schema": ["type": "string"]] }
        if !parameters.isEmpty { operation["parameters"] = parameters }
        if route.access != .open { operation["security"] = [["bearer": [String]()]] }
        if let body = route.body {
            operation["requestBody"] = [
                "required": true, "content": ["application/json": ["schema": Self.schema(body)]],
            ]
        }
        return operation
    }

    /// `email: string, deviceName?: string` as a JSON schema.
    private static func schema(_ fields: String) -> [String: Any] {
        var properties: [String: Any] = [:]
        var required: [String] = []
        for field in fields.split(separator: ",") {
            let parts = field.split(separator: ":").map { $0.trimmingCharacters(in: .whitespaces) }
            guard parts.count == 2 else { continue }
            let name = parts[0].hasSuffix("?") ? String(parts[0].dropLast()) : parts[0]
            if name == parts[0] { required.append(name) }
            properties[name] = property(parts[1])
        }
        return ["type": "object", "properties": properties, "required": required]
    }

    /// `string`, `string[]` or `string|null`.
    private static func property(_ type: String) -> [String: Any] {
        if type.hasSuffix("[]") { return ["type": "array", "items": ["type": String(type.dropLast(2))]] }
        let types = type.split(separator: "|").map(String.init)
        return types.count > 1 ? ["type": types] : ["type": type]
    }
}
