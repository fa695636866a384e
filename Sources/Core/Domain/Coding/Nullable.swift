/// An optional that is always encoded: as `null` if it is `nil`, where a plain optional would be left out.
/// A missing key decodes to `nil`.
///
/// ```swift
/// struct Profile: Codable {
///     @Nullable var photo: String?
/// }
/// String(decoding: try JSONEncoder().encode(Profile(photo: nil)), as: UTF8.self)  // {"photo":null}
/// ```
@propertyWrapper
public struct Nullable<Value> {
    public var wrappedValue: Value?

    public init(wrappedValue: Value?) { self.wrappedValue = wrappedValue }
    public init(_ value: Value?) { wrappedValue = value }
}

extension Nullable: Sendable where Value: Sendable {}
extension Nullable: Equatable where Value: Equatable {}
extension Nullable: Hashable where Value: Hashable {}

extension Nullable: Encodable where Value: Encodable {
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let wrappedValue { try container.encode(wrappedValue) } else { try container.encodeNil() }
    }
}

extension Nullable: Decodable where Value: Decodable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        self.init(container.decodeNil() ? nil : try container.decode(Value.self))
    }
}

extension KeyedDecodingContainer {
    public func decode<Value: Decodable>(_ type: Nullable<Value>.Type, forKey key: Key) throws -> Nullable<Value> {
        try decodeIfPresent(type, forKey: key) ?? Nullable(nil)
    }
}
