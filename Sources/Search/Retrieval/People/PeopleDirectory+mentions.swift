package import TextReading

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
        guard let word = rest.first,
            word.isCapitalized || !Self.namesThatAreWords.contains(word.folded) || isPlacedAsName(position, words)
        else { return nil }
        let firstNames = people.filter { $0.words.first == word.folded }
        if firstNames.count > 1, let initial = rest.dropFirst().first, initial.isCapitalized, initial.folded.count == 1
        {
            // "Mike C"
            let meant = firstNames.filter { $0.words.dropFirst().contains { $0.hasPrefix(initial.folded) } }
            if !meant.isEmpty { return (2, meant) }
        }
        if !firstNames.isEmpty { return (1, firstNames) }
        // A family name counts only if capitalised: "young", "short" and "field" are also words.
        guard word.isCapitalized, position > 0 else { return nil }
        let others = people.filter { $0.words.dropFirst().contains(word.folded) }
        return others.isEmpty ? nil : (1, others)
    }

    /// "did grace pay?", "how is hope doing": a verb or preposition before it, and no article.
    private func isPlacedAsName(_ position: Int, _ words: [TextWord]) -> Bool {
        guard position > 0, !Self.timesAndVerbs.contains(words[position].folded) else { return false }
        return ["did", "does", "has", "is", "with", "about", "before", "after"].contains(words[position - 1].folded)
    }

    private static let timesAndVerbs: Set<String> = [
        "april", "may", "june", "august", "summer", "autumn", "dawn", "eve", "rain", "will", "win", "trip", "skip",
        "chance",
        "rich", "sunny",
    ]

    private static let namesThatAreWords: Set<String> = [
        "angel", "april", "art", "august", "autumn", "bill", "chase", "chance", "dawn", "drew", "eve", "faith", "frank",
        "grace", "grant", "guy", "harmony", "heather", "hope", "ivy", "jack", "jay", "joy", "june", "lance", "mark",
        "max", "may", "melody", "miles", "nick", "olive", "pat", "penny", "pierce", "rain", "ray", "rich", "rob",
        "rose",
        "ruby", "sage", "skip", "sue", "summer", "sunny", "terry", "tony", "trip", "victor", "violet", "wade", "will",
        "win",
    ]

    /// The group whose whole name is among `words`; otherwise the only one of whose name two words in a row are: "run club"
    /// for "Saturday Run Club".
    package func group(in words: [TextWord]) -> (group: KnownPerson, words: Range<Int>)? {
        let folded = words.map(\.folded)
        for group in groups {
            if let range = Self.range(of: group.words[...], in: folded) { return (group, range) }
        }
        let partly = groups.compactMap { group -> (group: KnownPerson, words: Range<Int>)? in
            let pairs = zip(group.words, group.words.dropFirst()).map { [$0, $1] }
                .filter { pair in !pair.contains { $0.count < 3 || Self.timesAndFillers.contains($0) } }
            return pairs.lazy.compactMap { Self.range(of: $0[...], in: folded) }.first.map { (group, $0) }
        }
        return partly.count == 1 ? partly.first : nil
    }

    /// Words that two words in a row share with many a sentence: "saturday run" is no name.
    private static let timesAndFillers: Set<String> = [
        "the", "and", "our", "your", "for", "with", "all", "monday", "tuesday", "wednesday", "thursday", "friday",
        "saturday", "sunday", "weekend", "weekday", "morning", "mornings", "evening", "evenings", "night", "noon",
        "week", "month", "client", "clients", "group",
    ]

    private static func range(of name: ArraySlice<String>, in words: [String]) -> Range<Int>? {
        guard !name.isEmpty, name.count <= words.count else { return nil }
        for start in 0...(words.count - name.count) where words[start..<start + name.count].elementsEqual(name) {
            return start..<start + name.count
        }
        return nil
    }
}
