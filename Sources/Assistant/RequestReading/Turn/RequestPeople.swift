package import Retrieval
package import TextReading

/// A name in the user's words, and the people or the group that it can mean.
package struct NameInText: Sendable {
    package let words: Range<Int>
    package let people: [KnownPerson]
}

/// Finds the people whom the user's words name.
package struct RequestPeople: Sendable {
    package static let pronouns = TurnWords.of("pronoun")
    package static let everybody = TurnWords.of("everybody")

    package let directory: PeopleDirectory

    package init(directory: PeopleDirectory) {
        self.directory = directory
    }

    package func names(in words: [TextWord]) -> [NameInText] {
        var found = directory.mentions(in: words).map { NameInText(words: $0.words, people: $0.people) }
        found += groups(in: words).filter { group in !found.contains { $0.words.overlaps(group.words) } }
        found += misspelt(words, besides: found)
        return found.sorted { $0.words.lowerBound < $1.words.lowerBound }
    }

    /// The people whom a word names where only a name can stand: "tell grace", "text will".
    package func addressee(_ word: TextWord) -> [KnownPerson] {
        directory.people.filter { $0.words.first == word.folded || $0.words == [word.folded] }
    }

    /// The trainer of a client who says "my coach": the people of their direct chats.
    package var coaches: [KnownPerson] { directory.people.filter { $0.chat != nil && !$0.isOwn } }

    /// Groups by the words of their names that aren't said of every group: "the early birds", "Birds group".
    private func groups(in words: [TextWord]) -> [NameInText] {
        directory.groups.compactMap { group in
            let name = Set(group.words).subtracting(TurnWords.of("group idle").all)
            let positions = words.indices.filter { name.contains(words[$0].folded) }
            guard let first = positions.first, let last = positions.last, last - first < 8,
                Set(positions.map { words[$0].folded }).count * 2 >= max(1, name.count),
                !name.isEmpty
            else {
                guard directory.groups.count == 1,
                    let word = words.firstIndex(where: { TurnWords.of("group").contains($0.folded) })
                else { return nil }
                return NameInText(words: word..<word + 1, people: [group])
            }
            return NameInText(words: first..<last + 1, people: [group])
        }
    }

    /// Short forms and slips: "Liz" for Elizabeth, "Sarah" for Sara. Only words that are written like names.
    private func misspelt(_ words: [TextWord], besides found: [NameInText]) -> [NameInText] {
        var misspelt: [NameInText] = []
        for (position, word) in words.enumerated() {
            let opens = position == 0
            let follows = followsVerb(position, in: words)
            guard word.isCapitalized || follows, word.folded.count > 2, ContentWords.isContent(word),
                !NameWords.never.contains(word.folded), !SaidTimes.isTimeWord(word.folded),
                RequestVerbs.english[word.folded] == nil || !opens,
                !(found + misspelt).contains(where: { $0.words.contains(position) })
            else { continue }
            let next = words.dropFirst(position + 1).first
            if let next, next.isCapitalized || follows, !SaidTimes.isTimeWord(next.folded) {
                let both = best("\(word.folded) \(next.folded)")
                if !both.isEmpty {
                    misspelt.append(NameInText(words: position..<position + 2, people: both))
                    continue
                }
            }
            let people = best(word.folded)
            if !people.isEmpty { misspelt.append(NameInText(words: position..<position + 1, people: people)) }
        }
        return misspelt
    }

    /// Whether the word stands where a message's recipient does: "text liz", "write to tom".
    private func followsVerb(_ position: Int, in words: [TextWord]) -> Bool {
        var before = position - 1
        while before >= 0, TurnWords.of("before recipient").contains(words[before].folded) { before -= 1 }
        guard before >= 0 else { return false }
        return RequestVerbs.english[words[before].folded]?.contains { $0.kind == .message && $0.words.count == 1 }
            ?? false
    }

    private func best(_ name: String) -> [KnownPerson] { NameMatcher.best(name, among: directory.people) { $0.name } }
}
