public import Foundation

/// The whole body of a request or an answer: a value that travels as JSON.
///
/// The OpenAPI document takes its schema from `init(from:)` and its example from `example`, so that neither is written a
/// second time.
///
/// ```swift
/// struct Greeting: APIValue {
///     let text: String
///     static var example: Greeting { Greeting(text: "Hello") }
/// }
/// let bytes = try Greeting.example.json()
/// ```
public protocol APIValue: Codable, Sendable {
    /// A plausible value, shown in the OpenAPI document.
    static var example: Self { get }
}

extension Encodable {
    /// The value as JSON with sorted keys: equal values are equal bytes.
    public func json() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(self)
    }
}
