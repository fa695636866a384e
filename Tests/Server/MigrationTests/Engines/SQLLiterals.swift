import Foundation
import TestSupport

/// A statement in a source file. Those that are put together from parts aren't among them.
struct SQLLiteral: CustomStringConvertible {
    let file: String
    let line: Int
    let sql: String

    var description: String { "\(file):\(line)" }

    /// Of everything that runs on any engine: not of the clients, of an engine itself or its processes, and of migrations, which have
    /// variants.
    static func all() throws -> [SQLLiteral] {
        let foreign = ["/Clients/", "/Core/", "/Schema/", "+Schema", "/ServerHarness/"]
        var literals: [SQLLiteral] = []
        for folder in ["Sources", "functions-compat"] {
            let root = Repository.root.appending(path: folder)
            let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
            while let file = files?.nextObject() as? URL {
                guard file.pathExtension == "swift", !foreign.contains(where: { file.path.contains($0) }) else {
                    continue
                }
                let name = String(file.path.dropFirst(Repository.root.path.count + 1))
                literals += try scan(String(contentsOf: file, encoding: .utf8), name)
            }
        }
        return literals
    }

    private static func scan(_ source: String, _ file: String) throws -> [SQLLiteral] {
        // A text in quotes on one line, or between three of them.
        let pattern = /"""\n(?<long>[\s\S]*?)"""|"(?<short>(?:[^"\\\n]|\\.)*)"/
        var (line, end) = (1, source.startIndex)
        return source.matches(of: pattern).compactMap { match in
            line += source[end..<match.range.lowerBound].count { $0 == "\n" }
            end = match.range.lowerBound
            let text = (match.long ?? match.short ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
            guard isStatement(text), !text.contains("\\(") else { return nil }
            return SQLLiteral(file: file, line: line, sql: text.hasSuffix(" IN") ? "\(text) ($1)" : text)
        }
    }

    private static func isStatement(_ text: String) -> Bool {
        ["SELECT ", "INSERT INTO ", "UPDATE ", "DELETE FROM ", "WITH "].contains { text.hasPrefix($0) }
            && [" FROM ", " SET ", " VALUES ", "SELECT "].contains { text.replacing("\n", with: " ").contains($0) }
    }
}
