import Domain

/// A decoder that returns placeholders and records what was requested.
final class SchemaRecorder: Decoder {
    enum Shape {
        case nothing
        case object
        case list(JSONValue)
        case value(JSONValue)
    }

    let catalog: SchemaCatalog
    let direction: SchemaCatalog.Direction
    /// The field that distinguishes a union's alternatives, and its value in this one.
    let tag: (key: String, value: String)?
    var shape = Shape.nothing
    private var properties: [String: JSONValue] = [:]
    private var required: [String] = []
    /// Fields that are decoded with a decoder of their own.
    private var nested: [(key: String, recorder: SchemaRecorder)] = []

    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    init(
        _ catalog: SchemaCatalog,
        _ direction: SchemaCatalog.Direction,
        tag: (key: String, value: String)? = nil
    ) {
        self.catalog = catalog
        self.direction = direction
        self.tag = tag
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        shape = .object
        return KeyedDecodingContainer(KeyedSchemaRecorder<Key>(recorder: self))
    }

    func unkeyedContainer() -> any UnkeyedDecodingContainer { ListSchemaRecorder(recorder: self) }
    func singleValueContainer() -> any SingleValueDecodingContainer { ValueSchemaRecorder(recorder: self) }

    /// The schema of what was requested so far.
    var schema: JSONValue {
        switch shape {
        case .nothing: return [:]
        case .value(let schema): return schema
        case .list(let element): return ["type": "array", "items": element]
        case .object:
            var properties = properties
            for (key, recorder) in nested { properties[key] = recorder.schema }
            let keys = (required + nested.map(\.key)).sorted()
            return [
                "type": "object", "properties": .object(properties), "required": .array(keys.map { .string($0) }),
            ]
        }
    }

    func note(_ key: String, _ schema: JSONValue, isRequired: Bool) {
        guard properties.updateValue(schema, forKey: key) == nil, isRequired else { return }
        required.append(key)
    }

    /// - Throws: `UndescribableType` if there is no such field: a limit of nothing is a mistake.
    func limit(_ key: String, _ limit: FieldLimit, in type: any Any.Type) throws {
        guard let schema = properties[key] else { throw UndescribableType(name: "\(key) of \(type)") }
        properties[key] = limit.applied(to: schema)
    }

    func nest(_ key: String) -> SchemaRecorder {
        let recorder = SchemaRecorder(catalog, direction)
        nested.append((key, recorder))
        return recorder
    }
}

/// A value that may be `null` on the wire, or omitted in a request.
private protocol NullableSchema {
    static var wrapped: any Decodable.Type { get }
    /// Whether responses always contain it.
    static var isAlwaysWritten: Bool { get }
    static var isNullable: Bool { get }
}

extension Nullable: NullableSchema where Value: Decodable {
    fileprivate static var wrapped: any Decodable.Type { Value.self }
    fileprivate static var isAlwaysWritten: Bool { true }
    fileprivate static var isNullable: Bool { true }
}

extension DefaultsToEmpty: NullableSchema where Value: Decodable {
    fileprivate static var wrapped: any Decodable.Type { Value.self }
    fileprivate static var isAlwaysWritten: Bool { true }
    fileprivate static var isNullable: Bool { false }
}

extension FieldChange: NullableSchema where Value: Decodable {
    fileprivate static var wrapped: any Decodable.Type { Value.self }
    fileprivate static var isAlwaysWritten: Bool { false }
    fileprivate static var isNullable: Bool { true }
}

// MARK: Containers

/// Fields of an object.
private struct KeyedSchemaRecorder<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let recorder: SchemaRecorder

    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { [] }

    func contains(_ key: Key) -> Bool { false }
    func decodeNil(forKey key: Key) -> Bool { true }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        if let tag = recorder.tag, tag.key == key.stringValue, let value = tagged(tag.value, type) {
            recorder.note(key.stringValue, ["type": "string", "enum": [.string(tag.value)]], isRequired: true)
            return value
        }
        let (schema, value) = try recorder.catalog.record(type, recorder.direction)
        recorder.note(key.stringValue, schema, isRequired: true)
        return value
    }

    /// The tag in the type that the union decodes: a string or an enum.
    private func tagged<Value: Decodable>(_ tag: String, _ type: Value.Type) -> Value? {
        try? Value(from: TagDecoder(tag: tag))
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        let isAnswer = recorder.direction == .response
        if let wrapper = type as? any NullableSchema.Type {
            let schema = try recorder.catalog.schema(of: wrapper.wrapped, as: recorder.direction)
            recorder.note(
                key.stringValue,
                wrapper.isNullable ? ["anyOf": [schema, ["type": "null"]]] : schema,
                isRequired: isAnswer && wrapper.isAlwaysWritten
            )
        } else {
            let schema = try recorder.catalog.schema(of: type, as: recorder.direction)
            recorder.note(key.stringValue, leftOut(schema), isRequired: false)
        }
        return nil
    }

    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try optional(type, key) }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { try optional(type, key) }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { try optional(type, key) }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try optional(type, key) }
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { try optional(type, key) }

    private func optional<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value? {
        recorder.note(
            key.stringValue,
            leftOut(try recorder.catalog.schema(of: type, as: recorder.direction)),
            isRequired: false
        )
        return nil
    }

    /// In a request, `null` is as good as leaving the field out.
    private func leftOut(_ schema: JSONValue) -> JSONValue {
        recorder.direction == .request ? ["anyOf": [schema, ["type": "null"]]] : schema
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        recorder.nest(key.stringValue).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        recorder.nest(key.stringValue).unkeyedContainer()
    }

    func superDecoder() -> any Decoder { recorder.nest("super") }
    func superDecoder(forKey key: Key) -> any Decoder { recorder.nest(key.stringValue) }
}

/// A list of one element.
private struct ListSchemaRecorder: UnkeyedDecodingContainer {
    let recorder: SchemaRecorder
    var currentIndex = 0

    var codingPath: [any CodingKey] { [] }
    var count: Int? { 1 }
    var isAtEnd: Bool { currentIndex > 0 }

    mutating func decodeNil() -> Bool { false }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let (schema, value) = try recorder.catalog.record(type, recorder.direction)
        recorder.shape = .list(schema)
        currentIndex += 1
        return value
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> { throw UndescribableType(name: "a list of containers") }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        throw UndescribableType(name: "a list of containers")
    }

    mutating func superDecoder() throws -> any Decoder { throw UndescribableType(name: "a list of containers") }
}

/// A value that is decoded as another type.
private struct ValueSchemaRecorder: SingleValueDecodingContainer {
    let recorder: SchemaRecorder

    var codingPath: [any CodingKey] { [] }
    func decodeNil() -> Bool { false }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let (schema, value) = try recorder.catalog.record(type, recorder.direction)
        recorder.shape = .value(schema)
        return value
    }
}

/// Contains only a union's tag.
private struct TagDecoder: Decoder, SingleValueDecodingContainer {
    let tag: String

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        throw UndescribableType(name: "a tag of several fields")
    }
    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw UndescribableType(name: "a list of tags") }
    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    func decodeNil() -> Bool { false }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        if let text = tag as? Value { return text }
        return try Value(from: self)
    }
}
