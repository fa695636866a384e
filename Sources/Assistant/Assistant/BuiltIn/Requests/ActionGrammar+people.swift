import Domain
import Retrieval
import Scheduling
import SpotterAPI
import TimeExpressions

extension ActionGrammar {
    /// The people whom a clause about events names.
    enum People {
        case nobody
        case list([ToolRequest.Person])
        /// Names whose part in the request isn't clear.
        case unclear(String)

        var first: ToolRequest.Person? {
            guard case .list(let people) = self else { return nil }
            return people.first
        }
    }

    func people(of clause: Clause) -> People {
        let folded = clause.folded
        let about = folded.firstIndex { ["about", "regarding", "re", "sobre"].contains($0) } ?? folded.count
        let mentions = clause.mentions.filter { $0.words.lowerBound < about }
        guard let first = mentions.first else { return unknownName(in: clause, before: about) }
        if clause.isPossessor(first) {
            let next = clause.words[first.words.upperBound].text
            return .list([.named("\(first.spelling)'s \(next)")])
        }
        var list = [named(first)]
        var end = first.words.upperBound
        // "Mike C."
        if end < clause.words.count, clause.words[end].text.count == 1, clause.words[end].isCapitalized,
            folded[end] != "i", !first.spelling.contains(" ")
        {
            list = [.named("\(first.spelling) \(clause.words[end].text)")]
            end += 1
        }
        for mention in mentions.dropFirst() where mention.spelling.lowercased() != first.spelling.lowercased() {
            let between = folded[end..<max(end, mention.words.lowerBound)]
            let isList = between.allSatisfy {
                RequestWords.and.contains($0) || ["with", "con", "a", "both", "also"].contains($0)
            }
            let gap = clause.text[clause.words[end - 1].range.upperBound..<mention.range.lowerBound]
            let hasMark = gap.contains { ",&".contains($0) } || between.contains(where: RequestWords.and.contains)
            guard isList, hasMark else {
                // The owner of the zone in "9am Kenji's time" is a person of the request anyway.
                return .unclear("\(first.spelling), \(mention.spelling)")
            }
            list.append(named(mention))
            end = mention.words.upperBound
        }
        // "Grace and Zelda"
        if end + 1 < clause.words.count, RequestWords.and.contains(folded[end]) || RequestWords.or.contains(folded[end])
        {
            let name = capitalized(from: end + 1, in: clause)
            if !name.isEmpty { list.append(.named(NameWords.joined(name))) }
            if RequestWords.or.contains(folded[end]), !name.isEmpty { return .unclear(first.spelling) }
        }
        return .list(list)
    }

    /// A name that nobody has: after "with", or capitalised after "for", or at the place of the object.
    private func unknownName(in clause: Clause, before end: Int) -> People {
        let folded = clause.folded
        for (position, word) in folded.enumerated() where position < end && !clause.isQuoted(clause.words[position]) {
            guard RequestWords.with.contains(word) || ["for", "para", "de"].contains(word) else { continue }
            let name = capitalized(from: position + 1, in: clause)
            if !name.isEmpty { return .list([.named(NameWords.joined(name))]) }
            guard RequestWords.with.contains(word) else { continue }
            let plain = clause.words[(position + 1)...].prefix(2).enumerated().prefix { offset, word in
                !NameWords.never.contains(word.folded) && !EventWords.nouns.contains(word.folded)
                    && ContentWords.isContent(word) && !clause.isTimeOrName(position + 1 + offset)
            }
            if !plain.isEmpty { return .list([.named(NameWords.joined(plain.map(\.element)))]) }
        }
        if let head = head(of: clause), !head.words.isEmpty {
            let name = capitalized(from: head.words.upperBound, in: clause)
            if !name.isEmpty { return .list([.named(NameWords.joined(name))]) }
            // "schedule grace": at the place of a name it is one.
            if head.words.upperBound < folded.count {
                let word = clause.words[head.words.upperBound]
                let isFirstName = directory.people.contains { $0.words.first == word.folded }
                if isFirstName { return .list([.named(word.text)]) }
            }
        }
        return .nobody
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
    func named(_ mention: PeopleDirectory.Mention) -> ToolRequest.Person { .named(mention.spelling) }

    private static func isDay(_ word: TextWord) -> Bool {
        let days: Set<String> = ["easter", "thanksgiving", "christmas", "halloween", "pentecost", "navidad", "pascua"]
        return days.contains(word.folded)
            || word.isCapitalized && !NameWords.never.contains(word.folded) && !EventWords.nouns.contains(word.folded)
    }

    /// What of the clause can't be used: words of time, a choice, an exception or a correction.
    func unusedWords(of clause: Clause, from start: Int, besides used: [Range<String.Index>] = []) -> String? {
        let begin = clause.words.indices.contains(start) ? clause.words[start].range.lowerBound : clause.text.startIndex
        for range in clause.unusedTimes
        where range.lowerBound >= begin && !used.contains(where: { $0.overlaps(range) }) {
            return String(clause.text[range])
        }
        let open: Set<String> = [
            "wait", "sorry", "except", "unless", "without", "excepto", "salvo", "either", "depending", "not", "never",
            "if",
        ]
        for match in clause.points where match.range.lowerBound >= begin {
            let first = clause.words.first { match.range.overlaps($0.range) }
            if let first, ["between", "after", "before", "entre"].contains(first.folded) {
                return String(clause.text[match.range])
            }
        }
        for (position, word) in clause.words.enumerated() where position >= start {
            guard !clause.isQuoted(word), !used.contains(where: { $0.overlaps(word.range) }) else { continue }
            if word.folded == "if", position + 1 < clause.words.count,
                ["possible", "you"].contains(clause.words[position + 1].folded)
            {
                continue
            }
            let isInTime = clause.times.contains { $0.range.overlaps(word.range) }
            if !isInTime, word.text.first?.isNumber ?? false, !["1:1", "1-1", "1on1"].contains(word.folded) {
                return word.text
            }
            if open.contains(word.folded), !isInTime { return String(clause.text[word.range.lowerBound...]) }
            // "on Thanksgiving": a day that isn't known.
            if !isInTime, position > start, !clause.isTimeOrName(position), Self.isDay(word),
                ["on", "before", "after", "until", "by", "from", "el"].contains(clause.words[position - 1].folded)
            {
                return word.text
            }
            if RequestWords.or.contains(word.folded), word.folded != "o" || clause.folded.contains("el") {
                return String(clause.text[word.range.lowerBound...])
            }
        }
        return nil
    }
}

/// Words that are capitalised like names or appear in the place of names.
enum NameWords {
    static let never: Set<String> = [
        "i", "i'm", "i'll", "i've", "i'd", "me", "him", "her", "them", "us", "it", "my", "the", "a", "an", "our",
        "your", "client", "clients", "group", "everyone", "everybody", "all", "someone", "somebody", "that", "this",
        "no", "to", "coach", "trainer", "and", "or", "at", "on", "in", "about", "zoom", "monday", "tuesday",
        "wednesday", "thursday", "friday", "saturday", "sunday", "pt", "hiit", "facetime", "skype", "whatsapp",
    ]

    static func joined(_ words: [TextWord]) -> String {
        words.map { $0.isPossessive ? String($0.text.dropLast(2)) : $0.text }.joined(separator: " ")
    }
}
