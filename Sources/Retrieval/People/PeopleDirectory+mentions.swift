extension PeopleDirectory {
    /// A name in a text, and the people to whom it can refer.
    package struct Mention: Sendable {
        package let range: Range<String.Index>
        package let words: Range<Int>
        /// As written, without a possessive ending.
        package let spelling: String
        package let people: [KnownPerson]
    }

    /// The known names among `words`, the longest at each position: a whole name, or one word of it.
    package func mentions(in words: [TextWord]) -> [Mention] {
        var mentions: [Mention] = []
        var position = 0
        while position < words.count {
            guard let (length, people) = people(at: position, in: words) else {
                position += 1
                continue
            }
            let taken = words[position..<position + length]
            guard let first = taken.first, let last = taken.last else { break }
            let ending =
                last.isPossessive && last.text.count - last.folded.count == 2 ? last.text.dropLast(2) : last.text[...]
            let spelling = taken.dropLast().map(\.text) + [String(ending)]
            mentions.append(
                Mention(
                    range: first.range.lowerBound..<last.range.upperBound,
                    words: position..<position + length,
                    spelling: spelling.joined(separator: " "),
                    people: people
                )
            )
            position += length
        }
        return mentions
    }

    private func people(at position: Int, in words: [TextWord]) -> (Int, [KnownPerson])? {
        let rest = words[position...]
        let longest = people.filter { person in
            person.words.count > 1 && person.words.count <= rest.count
                && zip(person.words, rest).allSatisfy { $0 == $1.folded }
        }
        if let length = longest.map(\.words.count).max() {
            return (length, longest.filter { $0.words.count == length })
        }
        guard let word = rest.first, word.isCapitalized || !Self.namesThatAreWords.contains(word.folded) else {
            return nil
        }
        let firstNames = people.filter { $0.words.first == word.folded }
        if !firstNames.isEmpty { return (1, firstNames) }
        // A family name counts only if capitalised: "young", "short" and "field" are also words.
        guard word.isCapitalized, position > 0 else { return nil }
        let others = people.filter { $0.words.dropFirst().contains(word.folded) }
        return others.isEmpty ? nil : (1, others)
    }

    private static let namesThatAreWords: Set<String> = [
        "angel", "april", "art", "august", "autumn", "bill", "chase", "chance", "dawn", "drew", "eve", "faith", "frank",
        "grace", "grant", "guy", "harmony", "heather", "hope", "ivy", "jack", "jay", "joy", "june", "lance", "mark",
        "max", "may", "melody", "miles", "nick", "olive", "pat", "penny", "pierce", "rain", "ray", "rich", "rob",
        "rose",
        "ruby", "sage", "skip", "sue", "summer", "sunny", "terry", "tony", "trip", "victor", "violet", "wade", "will",
        "win",
    ]

    /// The group whose whole name is among `words`.
    package func group(in words: [TextWord]) -> (group: KnownPerson, words: Range<Int>)? {
        let folded = words.map(\.folded)
        for group in groups {
            let name = group.words
            guard !name.isEmpty, name.count <= folded.count else { continue }
            for start in 0...(folded.count - name.count) where Array(folded[start..<start + name.count]) == name {
                return (group, start..<start + name.count)
            }
        }
        return nil
    }
}
