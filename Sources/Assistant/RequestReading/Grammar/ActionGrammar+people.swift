package import AssistantTools
import Domain
package import Retrieval
import Scheduling
import SpotterAPI
import TextReading
import TimeExpressions

extension ActionGrammar {
    /// The people whom a clause about events names.
    package struct People {
        package var list: [ToolRequest.Person] = []
        /// Names whose part in the request isn't clear.
        var unclear: String?
        /// The positions of the words that name them.
        package var words: Set<Int> = []

        package var first: ToolRequest.Person? { unclear == nil ? list.first : nil }
    }

    package func people(of clause: Clause) -> People {
        let folded = clause.folded
        let about = topicStart(of: clause)
        let mentions = clause.mentions.filter { $0.words.lowerBound < about }
        guard let first = mentions.first else { return unknownName(in: clause, before: about) }
        if clause.isPossessor(first) {
            let next = clause.words[first.words.upperBound].text
            let words = first.words.lowerBound..<first.words.upperBound + 1
            return People(list: [.named("\(first.spelling)'s \(next)")], words: Set(words))
        }
        var list = [named(first)]
        var words = Set(mentions.flatMap(\.words))
        var end = first.words.upperBound
        // "Mike C."
        if end < clause.words.count, clause.words[end].text.count == 1, clause.words[end].isCapitalized,
            folded[end] != "i", !first.spelling.contains(" ")
        {
            list = [.named("\(first.spelling) \(clause.words[end].text)")]
            words.insert(end)
            end += 1
        }
        for mention in mentions.dropFirst() where mention.spelling.lowercased() != first.spelling.lowercased() {
            let between = folded[end..<max(end, mention.words.lowerBound)]
            let isList = between.allSatisfy {
                RequestWords.and.contains($0) || GrammarWords.of("in list of people").contains($0)
            }
            let gap = clause.text[clause.words[end - 1].range.upperBound..<mention.range.lowerBound]
            let hasMark = gap.contains { ",&".contains($0) } || between.contains(where: RequestWords.and.contains)
            guard isList, hasMark else {
                // The owner of the zone in "9am Kenji's time" is a person of the request anyway.
                return People(unclear: "\(first.spelling), \(mention.spelling)")
            }
            list.append(named(mention))
            end = mention.words.upperBound
        }
        // "Grace and Zelda"
        if end + 1 < clause.words.count, RequestWords.and.contains(folded[end]) || RequestWords.or.contains(folded[end])
        {
            let name = capitalized(from: end + 1, in: clause)
            if !name.isEmpty {
                list.append(.named(NameWords.joined(name)))
                words.formUnion(end + 1..<end + 1 + name.count)
            }
            if RequestWords.or.contains(folded[end]), !name.isEmpty { return People(unclear: first.spelling) }
        }
        return People(list: list, words: words)
    }

    /// Where a clause begins to say what it is about; its end if it doesn't.
    func topicStart(of clause: Clause) -> Int {
        clause.folded.firstIndex { GrammarWords.of("topic").contains($0) } ?? clause.words.count
    }

    /// A name that nobody has: after "with", or capitalised after "for", or at the place of the object.
    private func unknownName(in clause: Clause, before end: Int) -> People {
        let folded = clause.folded
        for (position, word) in folded.enumerated() where position < end && !clause.isQuoted(clause.words[position]) {
            guard RequestWords.with.contains(word) || GrammarWords.of("before a name").contains(word) else { continue }
            let name = capitalized(from: position + 1, in: clause)
            if !name.isEmpty { return one(name, at: position + 1) }
            guard RequestWords.with.contains(word) else { continue }
            let plain = clause.words[(position + 1)...].prefix(2).enumerated().prefix { offset, word in
                !NameWords.never.contains(word.folded) && !EventWords.nouns.contains(word.folded)
                    && ContentWords.isContent(word) && !clause.isTimeOrName(position + 1 + offset)
            }
            if !plain.isEmpty { return one(plain.map(\.element), at: position + 1) }
        }
        if let head = head(of: clause), !head.words.isEmpty {
            let name = capitalized(from: head.words.upperBound, in: clause)
            if !name.isEmpty { return one(name, at: head.words.upperBound) }
            // "schedule grace": at the place of a name it is one.
            if head.words.upperBound < folded.count {
                let word = clause.words[head.words.upperBound]
                let isFirstName = directory.people.contains { $0.words.first == word.folded }
                if isFirstName { return one([word], at: head.words.upperBound) }
            }
        }
        return People()
    }

    private func one(_ name: [TextWord], at position: Int) -> People {
        People(list: [.named(NameWords.joined(name))], words: Set(position..<position + name.count))
    }

    func capitalized(from start: Int, in clause: Clause) -> [TextWord] {
        guard start < clause.words.count else { return [] }
        var name: [TextWord] = []
        for position in start..<clause.words.count {
            let word = clause.words[position]
            guard word.isCapitalized, !NameWords.never.contains(word.folded), !clause.isQuoted(word),
                !EventWords.nouns.contains(word.folded),
                !clause.times.contains(where: { $0.range.overlaps(word.range) })
            else { break }
            name.append(word)
            if word.isPossessive { break }
        }
        return name
    }

    /// The name as it was typed, so that the resolver can ask if it fits several people.
    package func named(_ mention: PeopleDirectory.Mention) -> ToolRequest.Person { .named(mention.spelling) }
}

/// Words that are capitalised like names or appear in the place of names.
enum NameWords {
    static let never = GrammarWords.of("never a name")

    static func joined(_ words: [TextWord]) -> String {
        words.map { $0.isPossessive ? String($0.text.dropLast(2)) : $0.text }.joined(separator: " ")
    }
}
