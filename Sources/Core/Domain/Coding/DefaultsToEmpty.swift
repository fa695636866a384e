/// A value with a natural empty value (`[]`, `0`, `false`), which is what a missing key decodes to. So JSON of an older
/// server, or a stored copy from before the field existed, still decodes. It is always encoded.
///
/// ```swift
/// struct Page: Codable {
///     @DefaultsToEmpty var items: [Int]
/// }
/// try JSONDecoder().decode(Page.self, from: Data("{}".utf8)).items  // []
/// ```
@propertyWrapper
public struct DefaultsToEmpty<Value: DefaultInitializable> {
    public var wrappedValue: Value

    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

/// A type whose `init()` makes its empty value.
public protocol DefaultInitializable { init() }

extension Array: DefaultInitializable {}
extension Int: DefaultInitializable {}
extension Int64: DefaultInitializable {}
extension Bool: DefaultInitializable {}

extension DefaultsToEmpty: Sendable where Value: Sendable {}
extension DefaultsToEmpty: Equatable where Value: Equatable {}
extension DefaultsToEmpty: Hashable where Value: Hashable {}

extension DefaultsToEmpty: Encodable where Value: Encodable {
    public func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}

extension DefaultsToEmpty: Decodable where Value: Decodable {
    public init(from decoder: any Decoder) throws { self.init(wrappedValue: try Value(from: decoder)) }
}

extension KeyedDecodingContainer {
    public func decode<Value: Decodable>(_ type: DefaultsToEmpty<Value>.Type, forKey key: Key) throws
        -> DefaultsToEmpty<Value>
    {
        try decodeIfPresent(type, forKey: key) ?? DefaultsToEmpty(wrappedValue: Value())
    }
}

extension KeyedEncodingContainer {
    /// Encodes the value itself, so that encoders with special cases for some types still see them.
    public mutating func encode<Value: Encodable>(_ value: DefaultsToEmpty<Value>, forKey key: Key) throws {
        try encode(value.wrappedValue, forKey: key)
    }
}
