import Foundation

/// A question with what must be cited, and what must not. One without anything that answers must not be answered.
package struct LabelledQuestion: Decodable, Sendable {
    package let id: String
    package let question: String
    /// The kind of question; of an unanswerable one, why nothing answers it.
    package let kind: String
    /// The e-mail address of the user who asks.
    package let `as`: String
    /// Client message ids, any of which answers.
    package let essential: Set<String>
    /// What an answer must not cite: what has been superseded, and what others said.
    package let forbidden: Set<String>
    /// For "who …": exactly these people.
    package let people: Set<String>
    /// `tune` if the grades were fitted on it, `held` if not.
    package let split: String

    package var isAnswerable: Bool { !essential.isEmpty }

    private enum CodingKeys: CodingKey {
        case id, question, query, kind, why, `as`, essential, relevant, forbidden, people, split
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        id = try values.decode(String.self, forKey: .id)
        question =
            try values.decodeIfPresent(String.self, forKey: .question) ?? values.decode(String.self, forKey: .query)
        kind = try values.decodeIfPresent(String.self, forKey: .kind) ?? values.decode(String.self, forKey: .why)
        `as` = try values.decode(String.self, forKey: .as)
        if let ids = try values.decodeIfPresent(Set<String>.self, forKey: .essential) {
            essential = ids
        } else if let grades = try? values.decode([String: Int].self, forKey: .relevant) {
            essential = Set(grades.keys)
        } else {
            essential = try values.decodeIfPresent(Set<String>.self, forKey: .relevant) ?? []
        }
        forbidden = try values.decodeIfPresent(Set<String>.self, forKey: .forbidden) ?? []
        people = try values.decodeIfPresent(Set<String>.self, forKey: .people) ?? []
        split = try values.decodeIfPresent(String.self, forKey: .split) ?? "held"
    }

    package static func read(_ path: String) throws -> [LabelledQuestion] {
        let lines = try String(contentsOf: URL(filePath: path), encoding: .utf8).split(separator: "\n")
        let decoder = JSONDecoder()
        return try lines.map { try decoder.decode(LabelledQuestion.self, from: Data($0.utf8)) }
    }
}
