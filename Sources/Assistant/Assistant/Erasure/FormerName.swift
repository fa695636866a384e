import Accounts
import Domain
import Foundation
import SpotterAPI

/// The name of a deleted user or prospect, in what the assistant has stored for others.
struct FormerName: Sendable {
    let name: String
    /// The name as it stands inside a JSON string.
    let escaped: String

    init(_ name: String) {
        self.name = name
        escaped = String(JSONValue.string(name).text.dropFirst().dropLast())
    }

    /// The text with "Deleted user" for the name; `nil` if it doesn't have it as a whole word.
    func removed(from text: String) -> String? { Self.replace(name, in: text) }

    /// The same for JSON.
    func removed(fromJSON text: String) -> String? { Self.replace(escaped, in: text) }

    private static func replace(_ name: String, in text: String) -> String? {
        guard text.utf8.count >= name.utf8.count else { return nil }
        var (result, rest, isChanged) = ("", text[...], false)
        while let found = rest.firstRange(of: name) {
            let (before, after) = (rest[..<found.lowerBound].last, rest[found.upperBound...].first)
            let isWhole = !isPartOfWord(before) && !isPartOfWord(after)
            result += rest[..<found.lowerBound]
            result += isWhole ? DeletedUser.displayName : name
            isChanged = isChanged || isWhole
            rest = rest[found.upperBound...]
        }
        return isChanged ? result + rest : nil
    }

    private static func isPartOfWord(_ character: Character?) -> Bool {
        character.map { $0.isLetter || $0.isNumber } ?? false
    }
}
