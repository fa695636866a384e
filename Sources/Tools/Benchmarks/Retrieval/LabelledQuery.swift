import Foundation

/// A query with known answers.
package struct LabelledQuery: Decodable, Sendable {
    package let id: String
    package let query: String
    package let kind: String
    /// The e-mail address of the user who searches.
    package let `as`: String
    /// Client message ids with grades: 1 (helpful) or 2 (answers the query).
    package let relevant: [String: Int]
    /// `tune` if parameters were chosen on it, `held` if not.
    package let split: String

    package static func read(_ path: String) throws -> [LabelledQuery] {
        let lines = try String(contentsOf: URL(filePath: path), encoding: .utf8).split(separator: "\n")
        let decoder = JSONDecoder()
        return try lines.map { try decoder.decode(LabelledQuery.self, from: Data($0.utf8)) }
    }
}
