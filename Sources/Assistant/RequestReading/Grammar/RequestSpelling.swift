import Domain
import Retrieval
import TextReading

/// Puts right how requests are typed, where only one thing can be meant: "cancle kenjis call" is "cancel kenji's call", and
/// "avísale a Lena" is "avisa a Lena". What a message or a reminder says stays as it is.
struct RequestSpelling {
    let clause: Clause
    let directory: PeopleDirectory

    private static let vocabulary = RequestVocabulary.read
    private static let verbs = vocabulary[.spelled]
    private static let known = vocabulary.verbs
    private static let ordinary = vocabulary.set(.ordinary)

    /// The text with these words replaced.
    /// - Parameter starts: where requests may begin.
    func corrected(startingAt starts: [Int]) -> String {
        var replaced: [Int: String] = [:]
        for start in starts where !clause.isQuoted(clause.words[start]) && !clause.isTimeOrName(start) {
            replaced[start] = Self.verb(clause.folded[start])
        }
        for (position, word) in clause.words.enumerated() where replaced[position] == nil {
            replaced[position] = owner(word, at: position)
        }
        var text = clause.text
        for (position, word) in replaced.sorted(by: { $0.key > $1.key }) {
            text.replaceSubrange(clause.words[position].range, with: word)
        }
        return text
    }

    /// What a misspelt or shortened verb means, or a Spanish one with its object at its end.
    static func verb(_ word: String) -> String? {
        if let known = vocabulary.spellings[word] { return known }
        if let plain = withoutPronoun(word) { return plain }
        guard word.count >= 5, !ordinary.contains(word), !known.contains(word), !verbs.contains(where: word.hasPrefix)
        else { return nil }
        let near = verbs.filter { verb in
            // A slip of one letter, or of two in a long word, and not in the first.
            word.first == verb.first && abs(word.count - verb.count) < 3
                && EditDistance.between(word, verb) <= (verb.count >= 8 ? 2 : 1)
        }
        return near.count == 1 ? near.first : nil
    }

    /// "cancélalo" is "cancela eso", "avísale" is "avisa".
    private static func withoutPronoun(_ word: String) -> String? {
        let spanish = RequestVocabulary.spanish
        let clitics: [RequestVocabulary.Role] = [.eventClitic, .personClitic, .selfClitic]
        guard word.count > 5, clitics.contains(where: { spanish[$0].contains(where: word.hasSuffix) }) else {
            return nil
        }
        func base(_ clitic: RequestVocabulary.Role, _ roles: [RequestVocabulary.Role]) -> String? {
            for ending in spanish[clitic] where word.hasSuffix(ending) {
                let stem = String(word.dropLast(ending.count))
                if roles.contains(where: { spanish[$0].contains(stem) }) { return stem }
            }
            return nil
        }
        let isWord = RequestVocabulary.Role.allCases.contains { spanish[$0].contains(word) }
        guard !isWord else { return nil }
        if let verb = base(.eventClitic, [.cancel, .weakCancel, .reschedule]) {
            return "\(verb) eso"
        }
        return base(.personClitic, [.message]) ?? base(.selfClitic, [.schedule, .cancel, .reschedule])
    }

    /// Whether it may have something to put right: reading its times costs more than all of this.
    static func mayApply(to words: [TextWord], _ directory: PeopleDirectory) -> Bool {
        words.contains { word in
            verb(word.folded) != nil
                || word.folded.hasSuffix("s")
                    && directory.people.contains { $0.words.first.map { $0 + "s" == word.folded } ?? false }
        }
    }

    /// "kenjis call", "bobs tuesday session": whose it is, without the apostrophe.
    private func owner(_ word: TextWord, at position: Int) -> String? {
        guard word.folded.hasSuffix("s"), !word.isPossessive, !clause.isQuoted(word),
            !clause.mentions.contains(where: { $0.words.contains(position) })
        else { return nil }
        let name = String(word.folded.dropLast())
        let isKnown = directory.people.contains { $0.words.first == name }
        guard isKnown, !directory.people.contains(where: { $0.words.contains(word.folded) }) else { return nil }
        let next = clause.folded.dropFirst(position + 1).prefix(3)
        let isBeforeEvent = next.contains(where: EventWords.nouns.contains) || clause.isTimeOrName(position + 1)
        return isBeforeEvent ? "\(word.text.dropLast())'s" : nil
    }
}
