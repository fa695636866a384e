import Foundation

/// A query whose answers are known.
package struct LabelledQuery: Decodable, Sendable {
    package let id: String
    package let query: String
    package let kind: String
    /// The e-mail address of the user who searches.
    package let `as`: String
    /// Client message ids, graded 1 (helps) or 2 (answers).
    package let relevant: [String: Int]
    /// `tune` if parameters were chosen by it, `held` if they weren't.
    package let split: String

    package static func read(_ path: String) throws -> [LabelledQuery] {
        let lines = try String(contentsOf: URL(filePath: path), encoding: .utf8).split(separator: "\n")
        let decoder = JSONDecoder()
        return try lines.map { try decoder.decode(LabelledQuery.self, from: Data($0.utf8)) }
    }
}
