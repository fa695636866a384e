/// A field of a request that changes an entity: omitted, it stays unchanged; `null` clears it; a value replaces it.
///
/// ```swift
/// let untouched = UpdateChatRequest(name: "Monday group")
/// let cleared = UpdateChatRequest(photoMediaId: .cleared)
/// ```
public enum FieldChange<Value: Sendable>: Sendable {
    case unchanged
    case cleared
    case set(Value)
}

extension FieldChange {
    /// `nil` keeps the field, `.some(nil)` clears it.
    public var replacement: Value?? {
        switch self {
        case .unchanged: nil
        case .cleared: .some(nil)
        case .set(let value): value
        }
    }
}

extension FieldChange: Equatable where Value: Equatable {}
extension FieldChange: Hashable where Value: Hashable {}

extension FieldChange: Decodable where Value: Decodable {
    public init(from decoder: any Decoder) throws { self = .set(try Value(from: decoder)) }
}

extension FieldChange: Encodable where Value: Encodable {
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if case .set(let value) = self { try container.encode(value) } else { try container.encodeNil() }
    }
}

extension KeyedDecodingContainer {
    public func decode<Value: Decodable>(_ type: FieldChange<Value>.Type, forKey key: Key) throws -> FieldChange<Value>
    {
        try decodeIfPresent(type, forKey: key) ?? (contains(key) ? .cleared : .unchanged)
    }
}

extension KeyedEncodingContainer {
    public mutating func encode<Value: Encodable>(_ change: FieldChange<Value>, forKey key: Key) throws {
        switch change {
        case .unchanged: break
        case .cleared: try encodeNil(forKey: key)
        case .set(let value): try encode(value, forKey: key)
        }
    }
}
