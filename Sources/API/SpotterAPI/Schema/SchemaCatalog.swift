public import Domain

/// Generates JSON schemas (draft 2020-12, as OpenAPI 3.1 uses it) from the types of the API.
///
/// A type's schema is recorded from what its `init(from:)` requests from a decoder, so a new field of a struct appears
/// automatically. Structs, enums and the alternatives of a choice become components, and schemas refer to them by name:
/// programs that generate clients name their types so, and stumble over a type without one.
///
/// ```swift
/// let catalog = SchemaCatalog()
/// let schema = try catalog.schema(of: ChatResponse.self, as: .response)
/// // {"$ref":"#/components/schemas/ChatResponse"}, with ChatResponse, Chat, Member … in catalog.components
/// ```
public final class SchemaCatalog {
    /// Which side writes the value. Responses always contain the fields that have defaults in requests.
    public enum Direction: Sendable {
        case request, response
    }

    /// By name.
    public private(set) var components: [String: JSONValue] = [:]

    public init() {}

    /// The schema of a value as it is written on the wire.
    /// - Throws: any error that the type's `init(from:)` throws for placeholder values. Such a type needs a
    ///   `SchemaLeaf`.
    public func schema(of type: any Decodable.Type, as direction: Direction) throws -> JSONValue {
        try record(type, direction).schema
    }

    /// The schema of a type, and a placeholder value of it.
    func record<Value: Decodable>(_ type: Value.Type, _ direction: Direction) throws -> (
        schema: JSONValue, value: Value
    ) {
        if let leaf = type as? any SchemaLeaf.Type {
            let placeholder = try leaf.placeholder(self, direction)
            if let value = placeholder as? Value { return (try leaf.schema(self, direction), value) }
        }
        if let words = Self.words(of: type), let first = words.first {
            let name = Self.name(of: type)
            components[name] = ["type": "string", "enum": .array(words.map { .string($0.word) })]
            return (Self.reference(name), first.value)
        }
        if let union = type as? any TaggedUnion.Type { return try record(union, as: type, direction) }
        let recorder = SchemaRecorder(self, direction)
        let value = try Value(from: recorder)
        if direction == .request, let limited = type as? any LimitedFields.Type {
            for (field, limit) in limited.limits { try recorder.limit(field, limit, in: type) }
        }
        guard case .object = recorder.shape else { return (recorder.schema, value) }
        let name = Self.name(of: type)
        components[name] = recorder.schema
        return (Self.reference(name), value)
    }

    /// The schema of a value of one of several types.
    /// - Parameter name: of the component that the choice becomes, if there is one.
    public func schema(ofOneOf types: [any Decodable.Type], named name: String, as direction: Direction) throws
        -> JSONValue
    {
        let schemas = try types.map { try schema(of: $0, as: direction) }
        guard schemas.count != 1 else { return schemas[0] }
        return try define(name, ["anyOf": .array(schemas)])
    }

    /// Makes a component, and refers to it.
    /// - Throws: `UndescribableType` if something else has the name.
    func define(_ name: String, _ schema: JSONValue) throws -> JSONValue {
        guard components[name].map({ $0 == schema }) ?? true else {
            throw UndescribableType(name: "\(name), which two schemas would have")
        }
        components[name] = schema
        return Self.reference(name)
    }

    /// One alternative per value of the tag, each a component: `ProposalScheduleCall`.
    private func record<Value>(
        _ union: any TaggedUnion.Type,
        as type: Value.Type,
        _ direction: Direction
    ) throws -> (schema: JSONValue, value: Value) where Value: Decodable {
        let name = Self.name(of: type)
        var alternatives: [(tag: String, schema: JSONValue)] = []
        var first: Value?
        for tag in union.tags {
            let recorder = SchemaRecorder(self, direction, tag: (union.tagKey, tag))
            let value = try Value(from: recorder)
            first = first ?? value
            alternatives.append((tag, try define(name + tag.prefix(1).uppercased() + tag.dropFirst(), recorder.schema)))
        }
        guard let first else { throw UndescribableType(name: name) }
        let mapping = alternatives.compactMap { tag, schema in schema["$ref"].map { (tag, $0) } }
        components[name] = [
            "oneOf": .array(alternatives.map(\.schema)),
            "discriminator": [
                "propertyName": .string(union.tagKey),
                "mapping": .object(Dictionary(mapping) { first, _ in first }),
            ],
        ]
        return (Self.reference(name), first)
    }

    /// The raw values of an enum, with the cases that they stand for.
    private static func words<Value>(of type: Value.Type) -> [(word: String, value: Value)]? {
        func cases<Words: CaseIterable>(_ type: Words.Type) -> [Any] { Array(type.allCases) }
        guard let type = type as? any CaseIterable.Type else { return nil }
        let words = cases(type).compactMap { value -> (word: String, value: Value)? in
            guard let word = (value as? any RawRepresentable)?.rawValue as? String, let value = value as? Value else {
                return nil
            }
            return (word, value)
        }
        return words.isEmpty ? nil : words
    }

    private static func reference(_ name: String) -> JSONValue { ["$ref": .string("#/components/schemas/\(name)")] }

    /// The type's name without its module: `ChatEvent.Kind` becomes `ChatEventKind`.
    private static func name(of type: any Any.Type) -> String {
        String(reflecting: type).split(separator: ".").dropFirst().joined()
    }
}

/// A type that can't be described by decoding it.
struct UndescribableType: Error {
    let name: String
}
