import TextReading

/// Something that was settled, as a message says it.
struct FoundDecision: Sendable, Hashable {
    /// The sentence that says it; for a "yes", what was proposed.
    let text: String
    let quote: String
    /// Whether the message accepts what the one before it proposed.
    let isAcceptance: Bool
    let confidence: Double
}

/// Finds what was settled: said in so many words, or proposed by one and accepted by another.
struct DecisionReader: Sendable {
    /// - Parameter previous: the message before it, if somebody else wrote that.
    func decisions(in spoken: SpokenText, after previous: SpokenText?) -> [FoundDecision] {
        let said = spoken.sentences.filter { isDecision($0, in: spoken) }.map { sentence in
            let quote = spoken.text(of: sentence)
            return FoundDecision(text: quote, quote: quote, isAcceptance: false, confidence: 0.8)
        }
        if !said.isEmpty { return said }
        guard let previous, let first = spoken.sentences.first, isAcceptance(first, in: spoken),
            let proposal = previous.sentences.last(where: { isProposal($0, in: previous) })
        else { return [] }
        return [
            FoundDecision(
                text: previous.text(of: proposal),
                quote: spoken.text(of: first),
                isAcceptance: true,
                confidence: 0.75
            )
        ]
    }

    private func isDecision(_ sentence: SpokenText.Sentence, in spoken: SpokenText) -> Bool {
        guard !sentence.isQuestion else { return false }
        guard !DecisionVocabulary.open.isIn(sentence, of: spoken) else { return false }
        if DecisionVocabulary.settled.isIn(sentence, of: spoken) { return true }
        let starts = sentence.words.filter { spoken.words[$0].boundary != .none }
        return starts.contains { opens(at: $0, of: sentence, in: spoken) } || saysItIs(sentence, in: spoken)
            || intendsOtherwise(sentence, in: spoken)
    }

    /// "Agreed, …", "Deal: …", "let's do Thursdays".
    private func opens(at start: Int, of sentence: SpokenText.Sentence, in spoken: SpokenText) -> Bool {
        let end = sentence.words.upperBound
        if let length = DecisionVocabulary.openings.length(at: start, before: end, in: spoken) {
            let next = start + length
            // "Agreed" alone accepts what was said before; "deal with it" settles nothing.
            guard next < end else { return false }
            return length > 1 || spoken.words[next].boundary == .clause
                || ["to", "for"].contains(spoken.words[next].word)
        }
        guard spoken.words[start].word == "let's" || start + 1 < end && spoken.words[start + 1].word == "let's" else {
            return false
        }
        let verb = spoken.words[start].word == "let's" ? start + 1 : start + 2
        guard verb < end else { return false }
        let word = spoken.words[verb].word
        return !DecisionVocabulary.vague.contains(word) && verb + 1 < end
    }

    /// "Friday at ten it is", but not "it is raining".
    private func saysItIs(_ sentence: SpokenText.Sentence, in spoken: SpokenText) -> Bool {
        let words = sentence.words
        guard words.count > 2 else { return false }
        let endsWithIt = DecisionVocabulary.itIs.contains { ending in
            spoken.matches(ending, at: words.upperBound - ending.count, before: words.upperBound)
        }
        return endsWithIt && !DecisionVocabulary.unfinished.contains(spoken.words[words.lowerBound].word)
            && spoken.words[words.lowerBound].word != "it"
    }

    /// "I'm going to run the 10k, not the half", "I'm cancelling my membership".
    private func intendsOtherwise(_ sentence: SpokenText.Sentence, in spoken: SpokenText) -> Bool {
        DecisionVocabulary.withdrawals.isIn(sentence, of: spoken)
            || DecisionVocabulary.intentions.isIn(sentence, of: spoken)
                && DecisionVocabulary.alternatives.isIn(sentence, of: spoken)
    }

    private func isAcceptance(_ sentence: SpokenText.Sentence, in spoken: SpokenText) -> Bool {
        spoken.words.count <= 10 && !sentence.isQuestion && !DecisionVocabulary.objections.isIn(sentence, of: spoken)
            && DecisionVocabulary.acceptances.begins(sentence, of: spoken)
    }

    private func isProposal(_ sentence: SpokenText.Sentence, in spoken: SpokenText) -> Bool {
        DecisionVocabulary.proposals.isIn(sentence, of: spoken)
    }
}
