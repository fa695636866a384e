import Domain
import Foundation
import Testing

/// The examples of docs/socket.md: one JSON object per fenced block.
struct SocketPage {
    /// By `type`, of the section "What a client sends".
    let client: [String: JSONValue]
    /// By `type`, of the section "What the server sends".
    let server: [String: JSONValue]
    private let text: String

    init() throws {
        var root = URL(filePath: #filePath)
        for _ in 0..<5 { root.deleteLastPathComponent() }
        let page = root.appending(path: "docs/socket.md")
        text = try String(contentsOf: page, encoding: .utf8)
        client = try Self.examples(of: text, in: "## What a client sends")
        server = try Self.examples(of: text, in: "## What the server sends")
    }

    func mentions(_ words: String) -> Bool { text.contains(words) }

    private static func examples(of text: String, in heading: String) throws -> [String: JSONValue] {
        let rest = try #require(text.split(separator: "\(heading)\n", maxSplits: 1).dropFirst().first, "\(heading)")
        let section = try #require(rest.split(separator: "\n## ", maxSplits: 1).first)
        var found: [String: JSONValue] = [:]
        for block in section.split(separator: "```json\n").dropFirst() {
            let example = try #require(block.split(separator: "```", maxSplits: 1).first)
            let json = try #require(JSONValue.parse(String(example)), "not JSON: \(example)")
            let type = try #require(json["type"]?.string, "an example without a type: \(example)")
            #expect(found.updateValue(json, forKey: type) == nil, "\(type) has two examples")
        }
        return found
    }
}

/// What a JSON value is made of: keys and kinds, without the values.
struct JSONShape {
    /// Differences between two values' shapes, each with its place. `null` stands for any value, and lists are alike in
    /// what all their elements have.
    static func differences(_ one: JSONValue, _ other: JSONValue, at path: String = "$") -> [String] {
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
