/// Who is called by `@name` in a text.
public enum Calls {
    /// More calls than this in one text are not looked at: a bound for what a text can cost.
    public static let most = 100

    /// Those whose name stands after an `@`, in any case; the longest name that fits counts, for all who bear it.
    /// An `@` inside a word, as in an address, calls nobody, and a name ends where a word ends.
    public static func find(in text: String, among people: [(id: UserID, name: String)]) -> Set<UserID> {
        let characters = text.map { $0.lowercased() }
        let names = Dictionary(grouping: people.map { (id: $0.id, name: $0.name.map { $0.lowercased() }) }) {
            $0.name.first ?? ""
        }
        var called: Set<UserID> = []
        var calls = 0
        for (position, character) in characters.enumerated() where character == "@" && calls < most {
            if position > 0, isWord(characters[position - 1]) { continue }
            calls += 1
            let rest = characters[(position + 1)...]
            guard let first = rest.first else { break }
            let fitting = (names[first] ?? []).filter { person in
                rest.starts(with: person.name) && !(rest.dropFirst(person.name.count).first.map(isWord) ?? false)
            }
            let longest = fitting.map(\.name.count).max()
            for person in fitting where person.name.count == longest { called.insert(person.id) }
        }
        return called
    }

    private static func isWord(_ character: String) -> Bool {
        character.allSatisfy { $0.isLetter || $0.isNumber }
    }
}
