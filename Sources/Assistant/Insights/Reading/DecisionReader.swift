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
            let proposal = previous.sentences.last(where: { isProposal($0) })
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
        let phrase = sentence.phrase
        guard !DecisionVocabulary.open.contains(where: { phrase.contains(" \($0) ") }) else { return false }
        if DecisionVocabulary.settled.contains(where: { phrase.contains(" \($0) ") }) { return true }
        let starts = sentence.words.filter { spoken.words[$0].boundary != .none }
        return starts.contains { opens(at: $0, of: sentence, in: spoken) } || saysItIs(sentence, in: spoken)
            || intendsOtherwise(sentence)
    }

    /// "Agreed, …", "Deal: …", "let's do Thursdays".
    private func opens(at start: Int, of sentence: SpokenText.Sentence, in spoken: SpokenText) -> Bool {
        let end = sentence.words.upperBound
        for opening in DecisionVocabulary.openings {
            let words = opening.split(separator: " " as Character).map(String.init)
            guard spoken.matches(words, at: start, before: end) else { continue }
            let next = start + words.count
            // "Agreed" alone accepts what was said before; "deal with it" settles nothing.
            guard next < end else { return false }
            return words.count > 1 || spoken.words[next].boundary == .clause
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
        let last = words.upperBound - 1
        let endsWithIt =
            spoken.matches(["it", "is"], at: last - 1, before: words.upperBound)
            || spoken.matches(["it", "is", "then"], at: last - 2, before: words.upperBound)
        return endsWithIt && !["what", "how"].contains(spoken.words[words.lowerBound].word)
            && spoken.words[words.lowerBound].word != "it"
    }

    /// "I'm going to run the 10k, not the half", "I'm cancelling my membership".
    private func intendsOtherwise(_ sentence: SpokenText.Sentence) -> Bool {
        let phrase = sentence.phrase
        let intends = [" i'm going to ", " i am going to ", " i will ", " i'll ", " we're ", " i'm "]
            .contains { phrase.contains($0) }
        guard intends else { return false }
        if [" not the ", " instead "].contains(where: phrase.contains) { return true }
        return [
            " i'm cancelling my ", " i'm canceling my ", " i'm dropping ", " i'm switching to ", " i'm giving up ",
            " i'm moving to ", " i'm skipping the ", " i'll skip the ", " i'm taking the ",
        ].contains(where: phrase.contains)
    }

    private func isAcceptance(_ sentence: SpokenText.Sentence, in spoken: SpokenText) -> Bool {
        guard spoken.words.count <= 10, !sentence.isQuestion else { return false }
        let phrase = sentence.phrase
        guard ![" not ", " can't ", " don't ", " doesn't ", " but "].contains(where: phrase.contains) else {
            return false
        }
        return DecisionVocabulary.acceptances.contains { phrase.hasPrefix(" \($0) ") }
    }

    private func isProposal(_ sentence: SpokenText.Sentence) -> Bool {
        DecisionVocabulary.proposals.contains { sentence.phrase.contains(" \($0) ") }
    }
}
