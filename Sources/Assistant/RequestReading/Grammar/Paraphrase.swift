import Domain
import Retrieval
import TextReading

/// A roundabout way to ask, and the plain one that the grammar reads: "Lena needs to know that …" is "tell Lena that …".
///
/// Patterns are data: `Vocabulary/<language>/<language>-paraphrases.tsv`.
struct Paraphrase: Sendable {
    enum Slot: String, Sendable, CaseIterable {
        case who = "WHO"
        case event = "EVENT"
        case what = "WHAT"
        case rest = "REST"
    }

    enum Element: Sendable {
        case word(Set<String>, isOptional: Bool)
        case slot(Slot)
    }

    let pattern: [Element]
    /// With the slots' names where their words come.
    let plain: String

    /// - Parameter line: a pattern, a tab, and the plain words. `nil` for a comment.
    init?(_ line: Substring) {
        let columns = line.split(separator: "\t")
        guard columns.count == 2, !line.hasPrefix("#") else { return nil }
        pattern = columns[0].split(separator: " ").map { word in
            if let slot = Slot(rawValue: String(word)) { return .slot(slot) }
            let isOptional = word.hasPrefix("[")
            let choices = (isOptional ? word.dropFirst().dropLast() : word).split(separator: "/").map(String.init)
            return .word(Set(choices), isOptional: isOptional)
        }
        plain = String(columns[1])
    }

    /// Words of which one must be there.
    fileprivate var required: Set<String> {
        for case .word(let choices, isOptional: false) in pattern { return choices }
        return []
    }

    /// Whether any pattern can fit these words.
    static func mayApply(to words: [TextWord]) -> Bool { words.contains { required.contains($0.folded) } }

    private static let required = all.reduce(into: Set<String>()) { $0.formUnion($1.required) }

    static let all = all(PackageResources.en_paraphrases_tsv) + all(PackageResources.es_paraphrases_tsv)

    static func all(_ file: [UInt8]) -> [Paraphrase] {
        String(decoding: file, as: UTF8.self).split(separator: "\n").compactMap(Paraphrase.init)
    }

    /// The words in each slot, if the words from `start` to the end are this pattern.
    func slots(in clause: Clause, from start: Int, to end: Int, who: (Range<Int>) -> Bool) -> [Slot: Range<Int>]? {
        match(pattern[...], clause, start, end, who)
    }

    private func match(
        _ pattern: ArraySlice<Element>,
        _ clause: Clause,
        _ start: Int,
        _ end: Int,
        _ who: (Range<Int>) -> Bool
    ) -> [Slot: Range<Int>]? {
        guard let first = pattern.first else { return start == end ? [:] : nil }
        let rest = pattern.dropFirst()
        switch first {
        case .word(let choices, let isOptional):
            if start < end, choices.contains(clause.folded[start]),
                let found = match(rest, clause, start + 1, end, who)
            {
                return found
            }
            return isOptional ? match(rest, clause, start, end, who) : nil
        case .slot(let slot):
            // What nothing follows takes all that is left.
            let shortest = rest.isEmpty ? end : start + 1
            guard shortest > start, shortest <= end else { return nil }
            for next in shortest...max(shortest, slot == .who ? min(end, start + 4) : end) {
                guard next <= end, fits(slot, start..<next, clause, who),
                    let found = match(rest, clause, next, end, who)
                else { continue }
                return found.merging([slot: start..<next]) { first, _ in first }
            }
            return nil
        }
    }

    private func fits(_ slot: Slot, _ words: Range<Int>, _ clause: Clause, _ who: (Range<Int>) -> Bool) -> Bool {
        switch slot {
        case .who: who(words)
        case .event:
            words.count <= 9
                && (words.contains { EventWords.nouns.contains(clause.folded[$0]) }
                    || clause.mentions.contains { $0.words.overlaps(words) })
                && !words.contains { RequestWords.questionWords.contains(clause.folded[$0]) }
        case .what, .rest: true
        }
    }
}

extension ActionGrammar {
    /// The text with each sentence that asks in a roundabout way put plainly. Questions and quotations stay as they are.
    func plainly(_ text: String) -> String {
        var text = text
        // From the last sentence on, so that the ranges before it stay right.
        for sentence in text.sentenceRanges.reversed() {
            let said = String(text[sentence])
            guard Paraphrase.mayApply(to: TextWord.words(of: said)), let plain = plainly(sentence: said) else {
                continue
            }
            text.replaceSubrange(sentence, with: plain)
        }
        return text
    }

    private func plainly(sentence: String) -> String? {
        let clause = Clause(sentence, directory: directory, times: times)
        let folded = clause.folded
        let words = Set(folded)
        let paraphrases = Paraphrase.all.filter { !$0.required.isDisjoint(with: words) }
        for start in starts(of: clause) {
            guard !clause.isQuoted(clause.words[start]) else { continue }
            for paraphrase in paraphrases {
                guard
                    let slots = paraphrase.slots(
                        in: clause,
                        from: start,
                        to: folded.count,
                        who: { isSomebody($0, in: clause) }
                    )
                else { continue }
                // Word by word: what fills a slot may hold the name of another.
                let plain = paraphrase.plain.split(separator: " ").map { word -> String in
                    let name = word.prefix { $0.isLetter }
                    guard let slot = Paraphrase.Slot(rawValue: String(name)), let words = slots[slot] else {
                        return String(word)
                    }
                    let first = clause.words[words.lowerBound].range.lowerBound
                    // Quotation marks and a question mark belong to what is left.
                    let isLast = words.upperBound == folded.count
                    let last = isLast ? sentence.endIndex : clause.words[words.upperBound - 1].range.upperBound
                    return String(sentence[first..<last]).trimmed + word.dropFirst(name.count)
                }.joined(separator: " ")
                return sentence[..<clause.words[start].range.lowerBound] + plain
            }
        }
        return nil
    }

    /// Where a request may begin: after the polite words of the sentence, and after "and" and a comma.
    package func starts(of clause: Clause) -> [Int] {
        var starts: [Int] = []
        for position in clause.words.indices {
            let isJoined =
                position > 0
                && (RequestWords.and.contains(clause.folded[position - 1])
                    || clause.gap(before: position).contains { ",;:&—–".contains($0) })
            guard position == 0 || isJoined else { continue }
            var start = position
            while start < clause.words.count {
                let length = RequestWords.length(of: RequestWords.politeness, in: clause.folded, at: start)
                guard length > 0, !starts.contains(start) else { break }
                starts.append(start)
                start += length
            }
            if start < clause.words.count, !starts.contains(start) { starts.append(start) }
        }
        return starts
    }

    /// Whether the words are a person's or a group's name, or stand for somebody.
    private func isSomebody(_ words: Range<Int>, in clause: Clause) -> Bool {
        var words = words
        if GrammarWords.of("group article").contains(clause.folded[words.lowerBound]), words.count > 1 {
            words = words.lowerBound + 1..<words.upperBound
        }
        if clause.mentions.contains(where: { $0.words == words && !clause.isPossessor($0) }) {
            return clause.words[words].last?.isPossessive == false
        }
        if words.count == 1, RequestWords.personPronouns.contains(clause.folded[words.lowerBound]) { return true }
        return directory.group(in: Array(clause.words[words]))?.words == 0..<words.count
    }
}
