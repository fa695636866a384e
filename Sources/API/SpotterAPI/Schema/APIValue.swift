public import Foundation

/// The complete JSON body of a request or a response.
///
/// The OpenAPI document derives its schema from `init(from:)` and its example from `example`, so that neither has to be
/// written separately.
///
/// ```swift
/// struct Greeting: APIValue {
///     let text: String
///     static var example: Greeting { Greeting(text: "Hello") }
/// }
/// let bytes = try Greeting.example.json()
/// ```
public protocol APIValue: Codable, Sendable {
    /// A plausible value for the OpenAPI document.
    static var example: Self { get }
}

extension Encodable {
    /// The value as JSON with sorted keys, so that equal values give equal bytes.
    /// - Throws: `EncodingError`.
    public func json() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(self)
    }
}
