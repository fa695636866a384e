import Domain

/// Given names and their short forms. Recognises a short form, and keeps another person's name from being taken for a
/// misspelling.
package enum GivenNames {
    private static let entries = VocabularyFile(PackageResources.names_tsv).entries

    /// Names of one origin, and their short forms. Two full names belong to different people. A short form can stand for any
    /// name of its line.
    private static let families = entries.filter { $0.meaning != "*" }.map { entry in
        (full: entry.meaning.split(separator: " ").map(String.init), short: entry.spellings.map(String.init))
    }

    private static let known = Set(entries.flatMap { $0.meaning.split(separator: " ") + $0.spellings }.map(String.init))
    private static let fullIn = table(families.map(\.full))
    private static let shortIn = table(families.map(\.short))

    private static func table(_ lines: [[String]]) -> [String: Set<Int>] {
        lines.enumerated().reduce(into: [:]) { table, line in
            for name in line.element { table[name, default: []].insert(line.offset) }
        }
    }

    package static func isKnown(_ word: String) -> Bool { known.contains(word) }

    /// Whether one name is a short form of the other, or both are short forms of the same name: "liz" and "elizabeth".
    static func areForms(_ a: String, _ b: String) -> Bool {
        let shortA = shortIn[a, default: []]
        let shortB = shortIn[b, default: []]
        return !shortA.isDisjoint(with: fullIn[b, default: []]) || !shortB.isDisjoint(with: fullIn[a, default: []])
            || !shortA.isDisjoint(with: shortB)
    }

    /// An approximate sound of a name. Spellings that sound alike give the same value.
    static func sound(_ word: String) -> String {
        var text = String(word.dropFirst())
        for (spelling, sound) in [("ph", "f"), ("ck", "k"), ("ch", "k"), ("x", "ks")] {
            text = text.replacing(spelling, with: sound)
        }
        text = String(word.prefix(1)) + text
        // At the start, "ch" and "sh" are sounds of their own. They are coded with "x", which doesn't occur otherwise.
        let beginnings = [("chr", "kr"), ("ch", "tx"), ("sh", "sx"), ("ph", "f")]
        if let (spelling, sound) = beginnings.first(where: { text.hasPrefix($0.0) }) {
            text = sound + text.dropFirst(spelling.count)
        }
        let plain = text.map { letter -> Character in
            switch letter {
            case "c", "q": "k"
            case "y": "i"
            case "z": "s"
            case "w": "v"
            default: letter
            }
        }
        // A silent "h" and doubled letters don't change the sound.
        var heard: [Character] = []
        for (index, letter) in plain.enumerated() where letter != heard.last && (letter != "h" || index == 0) {
            heard.append(letter)
        }
        return String(heard)
    }
}
