import Domain

/// A type with a fixed schema, which isn't found by decoding.
protocol SchemaLeaf: Decodable {
    static func schema(_ catalog: SchemaCatalog, _ direction: SchemaCatalog.Direction) throws -> JSONValue
    /// Any value. The recorded decoding continues with it.
    static func placeholder(_ catalog: SchemaCatalog, _ direction: SchemaCatalog.Direction) throws -> Self
}

/// A type with alternatives that one of its fields distinguishes.
protocol TaggedUnion: Decodable {
    static var tagKey: String { get }
    static var tags: [String] { get }
}

extension Needs: TaggedUnion {
    static var tagKey: String { "kind" }
    static var tags: [String] { Kind.allCases.map(\.rawValue) }
}

/// A type whose `arguments` depend on its `tool`.
private protocol ToolTagged: TaggedUnion {}

extension ToolTagged {
    static var tagKey: String { "tool" }
    static var tags: [String] { ToolName.allCases.filter { $0 != .searchMessages }.map(\.rawValue) }
}

extension Proposal: ToolTagged {}
extension AuditEntry: ToolTagged {}
extension Needs.Conflict.Proposed: ToolTagged {}

// MARK: Values of the standard library

extension String: SchemaLeaf {
    static func schema(_: SchemaCatalog, _: SchemaCatalog.Direction) -> JSONValue { ["type": "string"] }
    static func placeholder(_: SchemaCatalog, _: SchemaCatalog.Direction) -> String { "text" }
}

extension Bool: SchemaLeaf {
    static func schema(_: SchemaCatalog, _: SchemaCatalog.Direction) -> JSONValue { ["type": "boolean"] }
    static func placeholder(_: SchemaCatalog, _: SchemaCatalog.Direction) -> Bool { false }
}

extension Int: SchemaLeaf {
    static func schema(_: SchemaCatalog, _: SchemaCatalog.Direction) -> JSONValue { ["type": "integer"] }
    static func placeholder(_: SchemaCatalog, _: SchemaCatalog.Direction) -> Int { 0 }
}

extension Int64: SchemaLeaf {
    static func schema(_: SchemaCatalog, _: SchemaCatalog.Direction) -> JSONValue {
        ["type": "integer", "format": "int64"]
    }
    static func placeholder(_: SchemaCatalog, _: SchemaCatalog.Direction) -> Int64 { 0 }
}

extension Double: SchemaLeaf {
    static func schema(_: SchemaCatalog, _: SchemaCatalog.Direction) -> JSONValue { ["type": "number"] }
    static func placeholder(_: SchemaCatalog, _: SchemaCatalog.Direction) -> Double { 0 }
}

extension Dictionary: SchemaLeaf where Key == String, Value: Decodable {
    static func schema(_ catalog: SchemaCatalog, _ direction: SchemaCatalog.Direction) throws -> JSONValue {
        let value = try catalog.schema(of: Value.self, as: direction)
        let isNullable = Value.self is any ExpressibleByNilLiteral.Type
        return ["type": "object", "additionalProperties": isNullable ? ["anyOf": [value, ["type": "null"]]] : value]
    }
    static func placeholder(_: SchemaCatalog, _: SchemaCatalog.Direction) -> [String: Value] { [:] }
}

// MARK: Values of Domain

extension ID: SchemaLeaf {
    static func schema(_: SchemaCatalog, _: SchemaCatalog.Direction) -> JSONValue {
        ["type": "string", "format": "uuid"]
    }
    static func placeholder(_: SchemaCatalog, _: SchemaCatalog.Direction) -> ID { Examples.id(0) }
}

extension Timestamp: SchemaLeaf {
    static func schema(_: SchemaCatalog, _: SchemaCatalog.Direction) -> JSONValue {
        ["type": "string", "format": "date-time"]
    }
    static func placeholder(_: SchemaCatalog, _: SchemaCatalog.Direction) -> Timestamp { Examples.time }
}

extension Secret: SchemaLeaf {
    static func schema(_: SchemaCatalog, _: SchemaCatalog.Direction) -> JSONValue {
        ["type": "string", "format": "password"]
    }
    static func placeholder(_: SchemaCatalog, _: SchemaCatalog.Direction) -> Secret { Secret("secret") }
}

/// Any JSON.
extension JSONValue: SchemaLeaf {
    static func schema(_: SchemaCatalog, _: SchemaCatalog.Direction) -> JSONValue { [:] }
    static func placeholder(_: SchemaCatalog, _: SchemaCatalog.Direction) -> JSONValue { .null }
}

// MARK: Values of requests

extension ReferencedID: SchemaLeaf {
    static func schema(_ catalog: SchemaCatalog, _ direction: SchemaCatalog.Direction) -> JSONValue {
        ID<Entity>.schema(catalog, direction)
    }
    static func placeholder(_: SchemaCatalog, _: SchemaCatalog.Direction) -> ReferencedID {
        ReferencedID(Examples.id(0))
    }
}

extension RequestedWord: SchemaLeaf where Word: Decodable {
    static func schema(_ catalog: SchemaCatalog, _ direction: SchemaCatalog.Direction) throws -> JSONValue {
        try catalog.schema(of: Word.self, as: direction)
    }
    static func placeholder(_: SchemaCatalog, _: SchemaCatalog.Direction) -> RequestedWord {
        RequestedWord(Word.allCases.first)
    }
}

extension MuteEnd: SchemaLeaf {
    static func schema(_ catalog: SchemaCatalog, _ direction: SchemaCatalog.Direction) throws -> JSONValue {
        let forever = try catalog.define("MuteEndForever", ["type": "string", "enum": ["forever"]])
        return try catalog.define("MuteEnd", ["anyOf": [Timestamp.schema(catalog, direction), forever]])
    }
    static func placeholder(_: SchemaCatalog, _: SchemaCatalog.Direction) -> MuteEnd { .forever }
}

extension KnownEvents: SchemaLeaf {
    static func schema(_ catalog: SchemaCatalog, _ direction: SchemaCatalog.Direction) throws -> JSONValue {
        try catalog.schema(of: [ChatEvent].self, as: direction)
    }
    static func placeholder(_: SchemaCatalog, _: SchemaCatalog.Direction) -> KnownEvents { KnownEvents() }
}
