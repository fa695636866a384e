import Foundation

extension JSONValue {
    /// The value of a JSON text, or `nil` if it isn't valid or exceeds a bound: `maxBytes` of text, `maxDepth` of
    /// nesting, `maxElements` of values.
    public static func parse(
        _ text: String,
        maxBytes: Int = 1 << 20,
        maxDepth: Int = 64,
        maxElements: Int = 100_000
    ) -> JSONValue? {
        parse(Array(text.utf8), maxBytes: maxBytes, maxDepth: maxDepth, maxElements: maxElements)
    }

    /// The value of a JSON text, or `nil` if it isn't valid or exceeds a bound: `maxBytes` of text, `maxDepth` of
    /// nesting, `maxElements` of values.
    public static func parse(
        _ bytes: [UInt8],
        maxBytes: Int = 1 << 20,
        maxDepth: Int = 64,
        maxElements: Int = 100_000
    ) -> JSONValue? {
        let bounds = JSONBounds(maxDepth: maxDepth, maxElements: maxElements)
        guard bytes.count <= maxBytes, bounds.admit(bytes) else { return nil }
        return try? JSONDecoder().decode(JSONValue.self, from: Data(bytes))
    }
}
