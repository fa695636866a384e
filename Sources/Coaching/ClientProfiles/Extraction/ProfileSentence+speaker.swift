import Domain

/// Whom a sentence is about. When in doubt it's about somebody else.
extension ProfileSentence {
    /// Whether what stands at a token is said of the author: no other person comes between the start of the sentence, or
    /// the author's last mention, and the token.
    func isOwn(_ index: Int) -> Bool {
        // "my mother broke her hip so I'm in Leeds"
        if SpeakerWords.authorSubjects.contains(tokens[index].word) { return true }
        if index > 0 {
            let before = tokens[index - 1]
            if SpeakerWords.foreign.contains(before.word) { return false }
            if before.isPossessive, isPerson(before, at: index - 1) { return false }
        }
        if belongsToSomebodyElse(index) { return false }
        for position in stride(from: index - 1, through: 0, by: -1) {
            let word = tokens[position].word
            if word == "mi" || word == "my" || word == "our" || word == "mis" {
                guard position + 1 < tokens.count, isRelation(position + 1) else { return true }
                continue
            }
            if isFirstPerson(position) { return true }
            if isRelation(position) || isOther(position) || isNamedSubject(position) { return false }
            if SpeakerWords.listener.contains(word), index - position <= 4 { return false }
        }
        return true
    }

    /// "The dodgy meniscus is my brother's": a person whose thing was named before, at the end of a clause.
    private func belongsToSomebodyElse(_ index: Int) -> Bool {
        tokens.indices.dropFirst(index + 1).contains { position in
            let token = tokens[position]
            guard token.isPossessive, token.part == tokens[index].part, isPerson(token, at: position),
                tokens[max(0, position - 3)..<position].contains(where: {
                    SpeakerWords.being.contains($0.word)
                })
            else { return false }
            return position + 1 == tokens.count || tokens[position + 1].part != token.part
        }
    }

    private func isFirstPerson(_ position: Int) -> Bool {
        let token = tokens[position]
        guard SpeakerWords.firstPerson.contains(token.word) else { return false }
        // German "im Rücken" isn't English "I'm"; its nouns are capitalised.
        let isGerman =
            token.word == "im" && !token.isCapitalized && position + 1 < tokens.count
            && tokens[position + 1].isCapitalized
        return !isGerman
    }

    func isPerson(_ token: ProfileToken, at position: Int) -> Bool {
        return !SpeakerWords.contracted.contains(token.word)
            && !SpeakerWords.clinicians.contains(String(token.word.dropLast()))
    }

    func isRelation(_ position: Int) -> Bool {
        let token = tokens[position]
        let word = token.isPossessive ? String(token.word.dropLast()) : token.word
        if SpeakerWords.relations.contains(word) { return true }
        guard SpeakerWords.looseRelations.contains(word), position > 0 else { return false }
        return SpeakerWords.determiners.contains(tokens[position - 1].word)
    }

    /// Whether he, she or they are here, and don't report on the author.
    func isOther(_ position: Int) -> Bool {
        guard SpeakerWords.others.contains(tokens[position].word) else { return false }
        guard position + 1 < tokens.count else { return true }
        return !SpeakerWords.reports.contains(tokens[position + 1].word)
    }

    /// "Javier broke his leg"
    private func isNamedSubject(_ position: Int) -> Bool {
        let token = tokens[position]
        guard token.isCapitalized, token.word.count > 2, position + 1 < tokens.count,
            !SpeakerWords.calendar.contains(token.word), !SpeakerWords.clinicians.contains(token.word)
        else { return false }
        let next = tokens[position + 1].word
        if position > 0 {
            let before = tokens[position - 1].word
            guard !SpeakerWords.beforePlaces.contains(before) else { return false }
            return SpeakerWords.thirdPersonVerbs.contains(next)
        }
        return SpeakerWords.strictThirdPersonVerbs.contains(next) && !ProfileVocabulary.isKnown(token.word)
    }

    /// Whether the sentence asks.
    var isQuestion: Bool {
        if hasQuestionMark { return true }
        var rest = tokens.map(\.word)[...]
        while let first = rest.first, SpeakerWords.fillers.contains(first), rest.count > 1 { rest = rest.dropFirst() }
        guard let first = rest.first else { return false }
        if SpeakerWords.asking.contains(first) { return true }
        guard SpeakerWords.askingWithSubject.contains(first), let second = rest.dropFirst().first else { return false }
        // "did my shoulder in"
        if first == "did", second == "my" { return false }
        if first == "when" { return !SpeakerWords.afterWhen.contains(second) }
        return SpeakerWords.subjects.contains(second)
    }

    /// Whether a condition or a wish stands in front of the token.
    func isSupposed(_ index: Int) -> Bool {
        for position in 0..<min(index, tokens.count) where SpeakerWords.supposing.contains(tokens[position].word) {
            let before = position > 0 ? tokens[position - 1].word : ""
            if !SpeakerWords.wondering.contains(before) { return true }
        }
        return false
    }

    /// Whether one of the words before the token denies it.
    func isNegated(_ index: Int, within reach: Int = 4) -> Bool {
        guard index > 0 else { return false }
        return tokens[max(0, index - reach)..<index].contains { token in
            SpeakerWords.negations.contains(token.word) && token.part == tokens[index].part
        }
    }

    var isHedged: Bool { has(SpeakerWords.hedges) }
    var isPast: Bool { SpeakerWords.past.isIn(tokens) }

    /// A sentence of more words is told in part.
    static let maxExcerpt = 20

    /// The words around a match: the whole sentence if it's short, otherwise the parts between commas that hold it.
    func excerpt(around range: Range<Int>) -> String {
        let most = Self.maxExcerpt
        guard tokens.count > most, let first = tokens[safe: range.lowerBound],
            let last = tokens[safe: range.upperBound - 1]
        else { return text.trimmedForProfile }
        var (start, end) = (range.lowerBound, range.upperBound)
        while start > 0, tokens[start - 1].part == first.part { start -= 1 }
        while end < tokens.count, tokens[end].part == last.part { end += 1 }
        while end < tokens.count, end - start < most / 2 { end += 1 }
        while start > 0, end - start < most / 2 { start -= 1 }
        if end - start > most + 4 {
            start = max(start, range.lowerBound - 6)
            end = min(end, max(range.upperBound, start + most))
        }
        guard start < end, let lower = tokens[safe: start], let upper = tokens[safe: end - 1] else {
            return String(text)
        }
        return text[lower.range.lowerBound..<upper.range.upperBound].trimmedForProfile
    }
}

extension StringProtocol {
    /// Without blanks and marks around it, in one line, and of bounded length.
    var trimmedForProfile: String {
        let flat = split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let marks: Set<Character> = [",", ".", ";", ":", "-", "–", "—", "!", "(", " "]
        var trimmed = flat[...]
        while let first = trimmed.first, marks.contains(first) { trimmed = trimmed.dropFirst() }
        while let last = trimmed.last, marks.contains(last) { trimmed = trimmed.dropLast() }
        return String(trimmed.prefix(240))
    }
}
