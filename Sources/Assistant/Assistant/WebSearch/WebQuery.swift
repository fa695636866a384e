import OutputSafety
import Retrieval
import TextReading

/// What a search engine is asked: nothing but words that the user typed in this conversation, without names of people
/// whom the user knows.
///
/// A model chooses among those words and adds none. They leave in the user's spelling and in the order in which they were
/// typed, each once, so that neither words nor their order can carry anything out of a chat. Names, addresses and long
/// numbers never leave, whoever typed them.
struct WebQuery: Sendable, Hashable {
    static let maxWords = 16
    private static let maxWordLength = 40
    /// Telephone numbers, ids and codes are longer.
    private static let maxDigits = 4

    let text: String

    /// - Parameters:
    ///   - wanted: the query that is asked for.
    ///   - typed: what the user typed in this conversation, oldest first, the question last.
    ///   - directory: the people whom the user knows.
    ///   - ownName: the user's.
    /// - Returns: `nil` if nothing that says something is left.
    init?(_ wanted: String, typed: [String], directory: PeopleDirectory, ownName: String) {
        let names = UnsaidNames(directory, ownName: ownName)
        let choice = TextWord.words(of: wanted)
        let (folded, stems) = (Set(choice.map(\.folded)), Set(choice.map(\.stem)))
        var chosen: [TextWord] = []
        var seen: Set<String> = []
        for text in typed.reversed() {
            for word in names.others(in: text) where chosen.count < Self.maxWords {
                guard folded.contains(word.folded) || stems.contains(word.stem),
                    !Self.askingWords.contains(word.folded), Self.isPlain(word), seen.insert(word.folded).inserted
                else { continue }
                chosen.append(word)
            }
        }
        guard let first = chosen.firstIndex(where: ContentWords.isContent),
            let last = chosen.lastIndex(where: ContentWords.isContent)
        else { return nil }
        text = chosen[first...last].map { $0.isPossessive ? $0.folded : $0.text }.joined(separator: " ")
    }

    /// Words that ask for the search.
    private static let askingWords = AssistantWords.of("web asking")

    private static func isPlain(_ word: TextWord) -> Bool {
        word.text.count <= maxWordLength && word.text.count(where: \.isNumber) <= maxDigits
    }
}

/// The names that never leave.
private struct UnsaidNames {
    private let directory: PeopleDirectory
    private let words: Set<String>
    private let people: [KnownPerson]

    init(_ directory: PeopleDirectory, ownName: String) {
        self.directory = directory
        people = directory.people
        let own = TextWord.words(of: ownName).map(\.folded)
        let parts = Set(people.flatMap(\.words) + own)
        // "Anne-Marie" is written as two words, too.
        words = parts.union(parts.flatMap { $0.split { "-'’".contains($0) }.map(String.init) })
    }

    /// The words of a text that are neither a name nor a part of an address.
    func others(in text: String) -> [TextWord] {
        let all = TextWord.words(of: text)
        let addresses = Self.addresses(in: text)
        var taken = Set(directory.mentions(in: all).flatMap { Array($0.words) })
        for group in directory.groups where group.words.count > 0 && group.words.count <= all.count {
            for start in 0...(all.count - group.words.count)
            where zip(group.words, all[start...]).allSatisfy({ $0 == $1.folded }) {
                taken.formUnion(start..<start + group.words.count)
            }
        }
        return all.enumerated().filter { position, word in
            !taken.contains(position) && !isName(word)
                && !addresses.contains { $0.overlaps(word.range) }
        }.map(\.element)
    }

    /// A part of a known name, a nickname or a misspelling of one, or an account's name in an address.
    private func isName(_ word: TextWord) -> Bool {
        let pieces = [word.folded] + word.folded.split { "-'’".contains($0) }.map(String.init)
        if pieces.contains(where: words.contains) { return true }
        guard word.isCapitalized || GivenNames.isKnown(word.folded) else { return false }
        return !NameMatcher.best(word.folded, among: people) { $0.name }.isEmpty
    }

    /// What looks like a mail address, a link or an account.
    private static func addresses(in text: String) -> [Range<String.Index>] {
        text.split(whereSeparator: \.isWhitespace).filter { piece in
            piece.contains("@") || piece.contains("://") || piece.contains("/")
                || !LinkFilter.hosts(in: String(piece)).isEmpty
        }.map { $0.startIndex..<$0.endIndex }
    }
}
