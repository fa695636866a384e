/// Finds the people whom a text mentions as `@name`.
///
/// ```swift
/// let people = [(id: UserID(high: 0, low: 1), name: "Sara"), (id: UserID(high: 0, low: 2), name: "Sara Lind")]
/// MentionParser.mentions(in: "Thanks, @sara lind!", of: people)  // the second one only
/// ```
public enum MentionParser {
    /// Further `@`s in one text are ignored, which bounds what a text can cost.
    public static let maxMentions = 100

    /// The people whose name follows an `@`, whatever its case. The longest name that fits wins; if several people
    /// share it, all of them are mentioned.
    ///
    /// An `@` inside a word, as in an email address, mentions nobody. A name must end where a word ends.
    public static func mentions(in text: String, of people: [(id: UserID, name: String)]) -> Set<UserID> {
        let characters = text.map { $0.lowercased() }
        let names = Dictionary(grouping: people.map { (id: $0.id, name: $0.name.map { $0.lowercased() }) }) {
            $0.name.first ?? ""
        }
        var mentioned: Set<UserID> = []
        var count = 0
        for (position, character) in characters.enumerated() where character == "@" && count < maxMentions {
            if position > 0, isWord(characters[position - 1]) { continue }
            count += 1
            let rest = characters[(position + 1)...]
            guard let first = rest.first else { break }
            let fitting = (names[first] ?? []).filter { person in
                rest.starts(with: person.name) && !(rest.dropFirst(person.name.count).first.map(isWord) ?? false)
            }
            let longest = fitting.map(\.name.count).max()
            for person in fitting where person.name.count == longest { mentioned.insert(person.id) }
        }
        return mentioned
    }

    private static func isWord(_ character: String) -> Bool {
        character.allSatisfy { $0.isLetter || $0.isNumber }
    }
}
