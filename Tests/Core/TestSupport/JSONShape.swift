public import Domain

/// What a JSON value is made of: keys and kinds, without the values.
public enum JSONShape {
    /// Differences between an example's shape and that of another value, each with its place. `null` stands for any value.
    /// Each element of a list has the shape of the example's first one, and there is one if the example has one.
    public static func differences(_ one: JSONValue, _ other: JSONValue, at path: String = "$") -> [String] {
        switch (one, other) {
        case (.null, _), (_, .null): return []
        case (.object(let one), .object(let other)):
            let extra = Set(one.keys).symmetricDifference(other.keys).sorted().map { "\(path).\($0): only in one" }
            return extra
                + one.sorted { $0.key < $1.key }.flatMap { key, value in
                    other[key].map { differences(value, $0, at: keyPath(path, key)) } ?? []
                }
        case (.array(let one), .array(let other)):
            guard let example = one.first else { return [] }
            if other.isEmpty { return ["\(path): no element"] }
            return other.flatMap { differences(example, $0, at: "\(path)[]") }
        default: return kind(one) == kind(other) ? [] : ["\(path): \(kind(one)) and \(kind(other))"]
        }
    }

    private static func keyPath(_ path: String, _ key: String) -> String { "\(path).\(key)" }

    private static func kind(_ value: JSONValue) -> String {
        switch value {
        case .null: "null"
        case .bool: "a boolean"
        case .string: "a text"
        case .array: "a list"
        case .object: "an object"
        default: "a number"
        }
    }
}
