/// A value with a natural nothing (`[]`, `0`, `false`): a missing key is read as that, so that what an older server or
/// a stored copy didn't say still decodes. On the wire it's always there.
@propertyWrapper
public struct OrZero<Value: HasZero> {
    public var wrappedValue: Value

    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

/// A type whose `init()` means "nothing of it".
public protocol HasZero { init() }

extension Array: HasZero {}
extension Int: HasZero {}
extension Int64: HasZero {}
extension Bool: HasZero {}

extension OrZero: Sendable where Value: Sendable {}
extension OrZero: Equatable where Value: Equatable {}
extension OrZero: Hashable where Value: Hashable {}

extension OrZero: Encodable where Value: Encodable {
    public func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}

extension OrZero: Decodable where Value: Decodable {
    public init(from decoder: any Decoder) throws { self.init(wrappedValue: try Value(from: decoder)) }
}

extension KeyedDecodingContainer {
    public func decode<Value: Decodable>(_ type: OrZero<Value>.Type, forKey key: Key) throws -> OrZero<Value> {
        try decodeIfPresent(type, forKey: key) ?? OrZero(wrappedValue: Value())
    }
}

extension KeyedEncodingContainer {
    /// As the value itself, so that encoders which treat some types specially still see them.
    public mutating func encode<Value: Encodable>(_ value: OrZero<Value>, forKey key: Key) throws {
        try encode(value.wrappedValue, forKey: key)
    }
}
