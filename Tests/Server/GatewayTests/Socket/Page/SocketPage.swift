import Domain
import Foundation
import TestSupport
import Testing

/// The examples of docs/socket.md: one JSON object per fenced block.
struct SocketPage {
    /// By `type`, of the section "What a client sends".
    let client: [String: JSONValue]
    /// By `type`, of the section "What the server sends".
    let server: [String: JSONValue]
    private let text: String

    init() throws {
        let page = Repository.root.appending(path: "docs/socket.md")
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
