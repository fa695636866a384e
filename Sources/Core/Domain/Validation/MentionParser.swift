/// Finds the people whom a text mentions as `@name`.
///
/// ```swift
/// let people = [(id: UserID(high: 0, low: 1), name: "Sara"), (id: UserID(high: 0, low: 2), name: "Sara Lind")]
/// MentionParser.mentions(in: "Thanks, @sara lind!", of: people)  // the second one only
/// ```
public enum MentionParser {
    /// Further `@`s in one text are ignored, which bounds what a text can cost.
    public static let maxMentions = 100

    /// Whether a text has a sign that may begin a mention.
    public static func mayMention(_ text: String) -> Bool {
        // The sign in full width is EF BC A0.
        text.containsByte(UInt8(ascii: "@")) || text.containsByte(0xEF) && text.contains("＠")
    }

    /// The people whose name follows an `@`, whatever its case, its width and its spaces. The longest name that fits wins;
    /// if several people share it, all of them are mentioned.
    ///
    /// An `@` inside a word, as in an email address, mentions nobody. A name must end where a word ends, or where another
    /// begins without a space, as in Japanese.
    public static func mentions(in text: String, of people: [(id: UserID, name: String)]) -> Set<UserID> {
        let characters = plain(text)
        let names = Dictionary(grouping: people.map { (id: $0.id, name: plain($0.name)) }) { $0.name.first ?? "" }
        var mentioned: Set<UserID> = []
        var count = 0
        for (position, character) in characters.enumerated() where character == "@" && count < maxMentions {
            if position > 0, isWord(characters[position - 1]), !isUnspaced(characters[position - 1]) { continue }
            count += 1
            let rest = characters[(position + 1)...]
            guard let first = rest.first else { break }
            let fitting = (names[first] ?? []).filter { person in
                rest.starts(with: person.name) && ends(person.name, before: rest.dropFirst(person.name.count).first)
            }
            let longest = fitting.map(\.name.count).max()
            for person in fitting where person.name.count == longest { mentioned.insert(person.id) }
        }
        return mentioned
    }

    private static func ends(_ name: [String], before next: String?) -> Bool {
        guard let next, let last = name.last, isWord(next) else { return true }
        return isUnspaced(last) || isUnspaced(next)
    }

    private static func isWord(_ character: String) -> Bool {
        character.allSatisfy { $0.isLetter || $0.isNumber }
    }

    private static func isUnspaced(_ character: String) -> Bool {
        character.unicodeScalars.first.map(UnspacedScript.contains) ?? false
    }

    /// The characters as they are compared: in lower case and usual width, with one kind of space, without those that
    /// nobody sees.
    private static func plain(_ text: String) -> [String] {
        text.compactMap { character in
            let scalars = character.unicodeScalars.filter { !$0.properties.isDefaultIgnorableCodePoint }
            guard let first = scalars.first else { return nil }
            switch first.value {
            case 0xFF01...0xFF5E:
                return Unicode.Scalar(first.value - 0xFEE0).map { String($0).lowercased() }
            case 0x3C2: return "σ"
            default:
                if first.properties.generalCategory == .spaceSeparator { return " " }
                return String(String.UnicodeScalarView(scalars)).lowercased()
            }
        }
    }
}
