import Domain
import Synchronization

/// The fields that a request's body may have, found in the same way as the OpenAPI document.
///
///     RequestFields.of(NewSubscription.self).names  // ["endpoint", "keys", "kind", "preview", …]
public struct RequestFields: Sendable {
    /// What a field takes.
    struct Expected {
        /// As `can be: ntfy, webhook` or `must be a whole number`.
        let requirement: String
        let isSecret: Bool
    }

    /// Sorted; `nil` if any field may occur, as in a dictionary.
    public let names: [String]?
    /// Whether no field is required.
    public let mayBeEmpty: Bool
    /// The most characters that the schema promises for one of its texts; 0 if it says nothing of any.
    public let longestText: Int
    private let schema: JSONValue
    private let components: [String: JSONValue]

    private init(_ type: any Decodable.Type) {
        let catalog = SchemaCatalog()
        schema = (try? catalog.schema(of: type, as: .request)) ?? [:]
        components = catalog.components
        let accepted = (type as? any AcceptsUnreadFields.Type)?.unreadFields ?? []
        let fields = Self.resolved(schema, components)
        names = fields["properties"]?.object.map { ($0.keys + accepted).sorted() }
        longestText = ([schema] + components.values).map(Self.maxLength).max() ?? 0
        mayBeEmpty = names != nil && fields["required"] == .array([])
    }

    /// The largest `maxLength` within a schema.
    private static func maxLength(in schema: JSONValue) -> Int {
        switch schema {
        case .array(let parts): return parts.map(maxLength).max() ?? 0
        case .object(let fields):
            var length = 0
            if case .integer(let own)? = fields["maxLength"] { length = own }
            return fields.values.reduce(length) { max($0, maxLength(in: $1)) }
        default: return 0
        }
    }

    private static let cache = Mutex<[ObjectIdentifier: RequestFields]>([:])

    /// Found once for each type.
    public static func of(_ type: any Decodable.Type) -> RequestFields {
        let id = ObjectIdentifier(type)
        if let known = cache.withLock({ $0[id] }) { return known }
        let fields = RequestFields(type)
        cache.withLock { $0[id] = fields }
        return fields
    }

    /// - Throws: `invalid_request` naming a field that isn't known.
    func admit(_ given: some Sequence<String>) throws {
        guard let names else { return }
        guard let unknown = given.filter({ !names.contains($0) }).min() else { return }
        throw SpotterError.invalid(
            "The field '\(unknown.prefix(64))' isn't known here; known: \(names.joined(separator: ", "))."
        )
    }

    /// What the field at a path takes; `nil` if that isn't known.
    func expected(at path: [any CodingKey]) -> Expected? {
        var schema = Self.resolved(schema, components)
        for key in path {
            guard
                let next = key.intValue != nil && schema["items"] != nil
                    ? schema["items"] : schema["properties"]?.object?[key.stringValue] ?? schema["additionalProperties"]
            else { return nil }
            schema = Self.resolved(next, components)
        }
        return Self.requirement(schema).map { Expected(requirement: $0, isSecret: schema["format"] == "password") }
    }

    /// Follows a reference, and takes the first of several forms: the others are `null`.
    private static func resolved(_ schema: JSONValue, _ components: [String: JSONValue]) -> [String: JSONValue] {
        guard let fields = schema.object else { return [:] }
        if case .string(let reference)? = fields["$ref"], let name = reference.split(separator: "/").last {
            return components[String(name)].map { resolved($0, components) } ?? [:]
        }
        if case .array(let forms)? = fields["anyOf"], let first = forms.first { return resolved(first, components) }
        return fields
    }

    private static func requirement(_ schema: [String: JSONValue]) -> String? {
        if case .array(let words)? = schema["enum"] {
            let list = words.compactMap { if case .string(let word) = $0 { word } else { nil } }
            return "can be: \(list.joined(separator: ", "))"
        }
        return switch (schema["type"], schema["format"]) {
        case ("string", "uuid"): "must be an id"
        case ("string", "date-time"): "must be a time like 2026-03-11T13:15:00Z"
        case ("string", _): "must be a text"
        case ("integer", _): "must be a whole number"
        case ("number", _): "must be a number"
        case ("boolean", _): "must be true or false"
        case ("array", _): "must be a list"
        case ("object", _): "must be an object"
        default: nil
        }
    }
}

/// A request of which clients may send more than this server reads.
protocol AcceptsUnreadFields {
    static var unreadFields: [String] { get }
}
