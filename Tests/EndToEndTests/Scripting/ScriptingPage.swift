import Domain
import Foundation
import TestSupport
import Testing

/// The examples of docs/scripting.md: shell scripts, and the JSON that some of them print.
struct ScriptingPage {
    struct Example {
        let script: String
        /// What it prints, one value a document or line; `nil` if the page doesn't show it.
        var output: [JSONValue]?
    }

    let examples: [Example]
    /// The first column of the table of exit statuses.
    let statuses: Set<Int32>

    init() throws {
        let text = try String(contentsOf: Repository.root.appending(path: "docs/scripting.md"), encoding: .utf8)
        var examples: [Example] = []
        for (number, part) in text.components(separatedBy: "```").enumerated() where number % 2 == 1 {
            if part.hasPrefix("sh\n") {
                examples.append(Example(script: String(part.dropFirst("sh\n".count))))
            } else if part.hasPrefix("json\n") {
                let last = try #require(examples.indices.last, "JSON without a script before it")
                examples[last].output = try Self.values(in: String(part.dropFirst("json\n".count)))
            }
        }
        self.examples = examples
        statuses = Set(text.matches(of: #/\n\| (\d+) \|/#).compactMap { Int32($0.1) })
    }

    /// Values that begin in the first column; indented lines go on with one.
    private static func values(in text: String) throws -> [JSONValue] {
        let texts = text.replacing("\n ", with: " ").split(separator: "\n")
        return try texts.map { try #require(JSONValue.parse(String($0)), "not JSON: \($0)") }
    }

    /// What a command has printed: one document, or a value on each line.
    static func printed(_ text: String) -> [JSONValue] {
        JSONValue.parse(text).map { [$0] } ?? text.split(separator: "\n").compactMap { JSONValue.parse(String($0)) }
    }
}
