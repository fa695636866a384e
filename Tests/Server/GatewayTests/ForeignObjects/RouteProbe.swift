import Foundation
import ServerTestKit
import Testing

/// A route of the running server, as its own document describes it.
struct RouteProbe: Sendable {
    struct Field: Sendable {
        let name: String
        let isList: Bool
        let isObject: Bool
        let isRequired: Bool
    }

    let method: String
    let path: String
    let isOpen: Bool
    let fields: [Field]
    let queries: [String]

    var name: String { "\(method) \(path)" }

    var parameters: [String] {
        path.split(separator: "/").filter { $0.hasPrefix("{") }.map { String($0.dropFirst().prefix { $0 != "}" }) }
    }

    /// Fields that name objects, one probe each.
    var references: [(field: Field, kind: ObjectKind)] {
        fields.compactMap { field in Catalogue.fields[field.name].map { (field, $0) } }
    }

    /// The same in a query.
    var queryReferences: [(name: String, kind: ObjectKind)] {
        queries.compactMap { name in Catalogue.fields[name].map { (name, $0) } }
    }

    var isKnown: Bool {
        if Catalogue.isCallable(path) { return true }
        let isEveryParameterKnown = parameters.allSatisfy { Catalogue.kind(of: $0, in: path) != nil }
        let namesSomething = !parameters.isEmpty || !references.isEmpty || !queryReferences.isEmpty
        return isEveryParameterKnown && (namesSomething || Catalogue.plain.contains(name))
    }

    static func all(of server: TestServer) async throws -> [RouteProbe] {
        let document = try await server.request("GET", "/openapi.json")
        let paths = try #require(document.json["paths"] as? [String: [String: [String: Any]]])
        let components = document.json["components"] as? [String: Any]
        let schemas = try #require(components?["schemas"] as? [String: [String: Any]])
        return paths.sorted { $0.key < $1.key }.flatMap { path, methods in
            methods.sorted { $0.key < $1.key }.map { method, operation in
                RouteProbe(
                    method: method.uppercased(),
                    path: path,
                    isOpen: operation["security"] == nil,
                    fields: fields(of: operation, schemas),
                    queries: (operation["parameters"] as? [[String: Any]] ?? []).compactMap {
                        $0["in"] as? String == "query" ? $0["name"] as? String : nil
                    }
                )
            }
        }
    }

    /// What a schema refers to, or itself.
    private static func resolved(_ schema: [String: Any]?, _ schemas: [String: [String: Any]]) -> [String: Any]? {
        guard let reference = schema?["$ref"] as? String else { return schema }
        return schemas[String(reference.split(separator: "/").last ?? "")]
    }

    private static func fields(of operation: [String: Any], _ schemas: [String: [String: Any]]) -> [Field] {
        let body = operation["requestBody"] as? [String: Any]
        let json = (body?["content"] as? [String: Any])?["application/json"] as? [String: Any]
        let schema = resolved(json?["schema"] as? [String: Any], schemas)
        let properties = schema?["properties"] as? [String: [String: Any]] ?? [:]
        let required = schema?["required"] as? [String] ?? []
        return properties.sorted { $0.key < $1.key }.map { name, type in
            // What may be left out is one of two: the value, or null.
            let value = resolved((type["anyOf"] as? [[String: Any]])?.first ?? type, schemas)
            let kind = value?["type"] as? String
            return Field(
                name: name,
                isList: kind == "array",
                isObject: kind == "object",
                isRequired: required.contains(name)
            )
        }
    }

    // MARK: Requests

    /// The path with an id in place of each parameter.
    /// - Parameter id: chooses by the parameter's place and kind.
    func path(_ id: (Int, ObjectKind) -> String) -> String {
        var place = 0
        return path.split(separator: "/", omittingEmptySubsequences: false).map { part in
            guard part.hasPrefix("{") else { return String(part) }
            let name = String(part.dropFirst().prefix { $0 != "}" })
            let suffix = part.drop { $0 != "}" }.dropFirst()
            defer { place += 1 }
            guard let kind = Catalogue.kind(of: name, in: path) ?? nil else {
                return ["emoji": "%F0%9F%91%8D", "model": "spotter"][name, default: name] + suffix
            }
            let found = id(place, kind)
            return kind == .response ? "resp_\(found.replacing("-", with: ""))" : found
        }.joined(separator: "/")
    }

    /// What isn't anybody's.
    static let nowhere = "018f0000-0000-7000-8000-00000000dead"

    /// A body of samples, with the object under probe in its field and nobody's where others must be named.
    func body(naming reference: (field: Field, id: String)? = nil) -> String? {
        guard !fields.isEmpty else { return nil }
        let members = fields.compactMap { field -> String? in
            let named = reference?.field.name == field.name ? reference?.id : field.isRequired ? Self.nowhere : nil
            if Catalogue.fields[field.name] != nil {
                guard let named else { return nil }
                let value = field.isObject ? "{\"\(named)\":1}" : "\"\(named)\""
                return "\"\(field.name)\":\(field.isList ? "[\(value)]" : value)"
            }
            if Catalogue.omitted.contains(field.name) { return nil }
            return Catalogue.samples[field.name].map { sample in
                "\"\(field.name)\":\(field.isList && !sample.hasPrefix("[") ? "[\(sample)]" : sample)"
            }
        }
        return "{\(members.joined(separator: ","))}"
    }
}
