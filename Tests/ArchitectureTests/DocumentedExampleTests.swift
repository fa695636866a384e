import Foundation
import TestSupport
import Testing

/// Examples in documentation compile: each stands, word for word, in a file of its module's tests.
@Suite struct DocumentedExampleTests {
    @Test(arguments: ["SpotterAPI", "Storage"])
    func everyExampleIsCompiled(module: String) throws {
        let examples = try SourceTree().files.filter { $0.module == module }
            .flatMap { file in Self.examples(in: file.text).map { (file.path, $0) } }
        #expect(!examples.isEmpty)
        let group = try #require(try SourceTree().files.first { $0.module == module }?.group)
        let compiled = Repository.root.appending(path: "Tests/\(group)/\(module)Tests/DocumentedExamples.swift")
        let code = Self.withoutSpaces(try String(contentsOf: compiled, encoding: .utf8))
        for (path, example) in examples {
            #expect(
                code.contains(Self.withoutSpaces(example)),
                "\(path): add this example to \(compiled.lastPathComponent)\n\(example)"
            )
        }
    }

    /// The code between ```` ```swift ```` and ```` ``` ```` in doc comments.
    private static func examples(in text: String) -> [String] {
        var examples: [String] = []
        var current: [Substring]?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            guard let mark = line.firstRange(of: "///"), line[..<mark.lowerBound].allSatisfy(\.isWhitespace) else {
                current = nil
                continue
            }
            let content = line[mark.upperBound...].drop(while: \.isWhitespace)
            if content.hasPrefix("```swift") {
                current = []
            } else if content.hasPrefix("```"), let lines = current {
                examples.append(lines.joined(separator: "\n"))
                current = nil
            } else {
                current?.append(content)
            }
        }
        return examples
    }

    private static func withoutSpaces(_ text: String) -> String { String(text.filter { !$0.isWhitespace }) }
}
