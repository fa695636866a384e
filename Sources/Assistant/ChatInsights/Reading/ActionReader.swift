package import TextReading

/// Finds what somebody promises, asks for or is told to do, by the words at the beginning of clauses.
package struct ActionReader: Sendable {
    let vocabularies: [ActionVocabulary]

    package init(_ vocabularies: [ActionVocabulary] = ActionVocabulary.all) { self.vocabularies = vocabularies }

    /// - Parameter hasTime: whether a time ahead is named among these words.
    package func actions(in spoken: SpokenText, hasTime: (Range<Int>) -> Bool) -> [FoundAction] {
        spoken.sentences.indices.flatMap { actions(inSentence: $0, of: spoken, hasTime: hasTime) }
    }

    private func actions(
        inSentence number: Int,
        of spoken: SpokenText,
        hasTime: (Range<Int>) -> Bool
    ) -> [FoundAction] {
        let sentence = spoken.sentences[number]
        let starts = self.starts(of: sentence, in: spoken)
        var found: [(start: Int, opening: ClauseReader.Opening)] = []
        for start in starts {
            // What a clause inside another one says belongs to it.
            if let last = found.last, start <= last.opening.task { continue }
            guard var opening = opening(at: start, of: sentence, in: spoken, hasTime: hasTime) else { continue }
            // "I want to stop and get my money back": the same person, who orders nothing.
            if found.isEmpty, opening.isOrder, spoken.words[start].word == "and", begins(sentence, in: spoken) {
                continue
            }
            if let last = found.last, spoken.words[start].boundary == .clause, !spoken.words[start].followsColon {
                if isReport(at: opening.task, in: spoken) { continue }
                // "I'll swap the squats and upload the changes": still the same person.
                if opening.isOrder, last.opening.doer == .sender { opening.doer = .sender }
            }
            found.append((start, opening))
        }
        return zip(found, found.dropFirst().map(\.start) + [sentence.words.upperBound]).compactMap { found, end in
            let words = trimmed(found.opening.task..<end, in: spoken)
            guard !words.isEmpty else { return nil }
            return FoundAction(
                doer: found.opening.doer,
                task: spoken.text(words),
                quote: spoken.text(of: sentence),
                words: words,
                sentence: number,
                confidence: found.opening.confidence
            )
        }
    }

    /// Whether a sentence begins with somebody who does something.
    private func begins(_ sentence: SpokenText.Sentence, in spoken: SpokenText) -> Bool {
        guard let first = content(from: sentence.words.lowerBound, in: spoken, before: sentence.words.upperBound) else {
            return false
        }
        let word = spoken.words[first].word
        return Self.subjects.contains(String(word.prefix { $0 != "'" }))
    }

    /// "I", and in short "I'm".
    private static let subjects = InsightWords.words("clause subjects")

    /// Where clauses begin that may say what is to be done: none where nothing is said for sure.
    private func starts(of sentence: SpokenText.Sentence, in spoken: SpokenText) -> [Int] {
        let starts = sentence.words.filter { spoken.words[$0].boundary != .none && !spoken.words[$0].isQuoted }
        guard let first = starts.first, let word = content(from: first, in: spoken, before: sentence.words.upperBound)
        else { return [] }
        guard vocabularies.contains(where: { $0.doubts.contains(spoken.words[word].word) }) else { return starts }
        // "If you have a minute, send me …" is said for sure.
        let isPolite = vocabularies.contains { $0.politeDoubts.isIn(sentence, of: spoken) }
        return isPolite ? Array(starts.drop { $0 <= word }) : []
    }

    /// The first word that isn't "ok", "and" or the like.
    private func content(from start: Int, in spoken: SpokenText, before end: Int) -> Int? {
        (start..<end).first { index in !vocabularies.contains { $0.openings.contains(spoken.words[index].word) } }
    }

    private func isReport(at index: Int, in spoken: SpokenText) -> Bool {
        vocabularies.contains { vocabulary in
            vocabulary.reports.contains { spoken.matches($0, at: index, before: spoken.words.count) }
        }
    }

    // MARK: Openings

    private func opening(
        at start: Int,
        of sentence: SpokenText.Sentence,
        in spoken: SpokenText,
        hasTime: (Range<Int>) -> Bool
    ) -> ClauseReader.Opening? {
        let end = sentence.words.upperBound
        for vocabulary in vocabularies {
            let clause = ClauseReader(
                spoken: spoken,
                vocabulary: vocabulary,
                end: end,
                isQuestion: sentence.isQuestion
            )
            var index = start
            while index < end {
                if let opening = clause.opening(at: index, hasTime) { return opening }
                guard !clause.isPleasantry(at: index) else { break }
                guard vocabulary.openings.contains(spoken.words[index].word) else { break }
                index += 1
                // A clause after it is read on its own.
                if index < end, spoken.words[index].boundary != .none { break }
            }
        }
        return nil
    }

    /// Without conjunctions at the end.
    private func trimmed(_ words: Range<Int>, in spoken: SpokenText) -> Range<Int> {
        var end = words.upperBound
        while end > words.lowerBound,
            Self.endings.contains(spoken.words[end - 1].word)
        { end -= 1 }
        return words.lowerBound..<end
    }

    private static let endings = InsightWords.words("clause endings")
}
