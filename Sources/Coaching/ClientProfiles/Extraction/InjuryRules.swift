import Domain

/// Pains, conditions, medication and operations; and their end.
enum InjuryRules {
    static func statements(in reading: MessageReading) -> [ProfileStatement] {
        var facts: [ProfileStatement] = []
        for (index, sentence) in reading.sentences.enumerated() {
            if let fact = fact(in: sentence, at: index, of: reading) { facts.append(fact) }
        }
        guard let recovery = RecoveryRules.statement(in: reading, besides: facts) else { return facts }
        return facts + [recovery]
    }

    private static func fact(
        in sentence: ProfileSentence,
        at index: Int,
        of reading: MessageReading
    ) -> ProfileStatement? {
        let tokens = sentence.tokens
        guard !sentence.isQuestion || asksOfOwn(sentence) else { return nil }
        guard !BodyWords.idioms.isIn(tokens), !RecoveryWords.longOver.isIn(tokens) else { return nil }
        let topics = topics(in: sentence)
        if let match = condition(in: sentence) {
            return make(sentence, match.range, topics.union(match.topics), 0.9)
        }
        if let match = medication(in: sentence) ?? namedMedication(in: sentence) {
            return make(sentence, match.range, Set(match.topics), 0.9)
        }
        if let range = BodyWords.surgery.first(in: tokens), sentence.isOwn(range.lowerBound), !sentence.isPast {
            return make(sentence, range, topics.union(["surgery"]), 0.85)
        }
        if RecoveryWords.strong.isIn(tokens), !RecoveryWords.almost.isIn(tokens) { return nil }
        if let range = pain(in: sentence) { return make(sentence, range, topics, 0.85) }
        if let range = ailing(in: sentence) { return make(sentence, range, topics, 0.75) }
        if let range = report(in: sentence) { return make(sentence, range, topics, 0.75) }
        if let range = limit(in: sentence) { return make(sentence, range, topics, 0.75) }
        return nil
    }

    private static func make(
        _ sentence: ProfileSentence,
        _ range: Range<Int>,
        _ topics: Set<String>,
        _ confidence: Double
    ) -> ProfileStatement {
        ProfileStatement(.injuries, topics, sentence.excerpt(around: range), confidence, in: sentence)
    }

    /// "Is it normal that my wrist hurts?" tells that it does.
    private static func asksOfOwn(_ sentence: ProfileSentence) -> Bool {
        BodyWords.normal.isIn(sentence.tokens) && !sentence.has(["you", "your"])
    }

    /// Regions and sides that the sentence names.
    static func topics(in sentence: ProfileSentence) -> Set<String> {
        var topics: Set<String> = []
        for match in BodyWords.parts.matches(in: sentence.tokens) { topics.formUnion(match.topics) }
        topics.remove("muscle:")
        guard !topics.isEmpty else { return topics }
        for (index, token) in sentence.tokens.enumerated() {
            // "not right" is no side.
            let before = sentence.tokens[safe: index - 1]?.word ?? ""
            guard let side = BodyWords.sides[token.word],
                !BodyWords.beforeRight.contains(before)
            else { continue }
            topics.insert(side)
        }
        return topics
    }

    private static func condition(in sentence: ProfileSentence) -> TermList.Match? {
        BodyWords.conditions.matches(in: sentence.tokens).first { match in
            let start = match.range.lowerBound
            return sentence.isOwn(start) && !sentence.isSupposed(start) && !sentence.isNegated(start)
                && !sentence.isPast
                && !RecoveryWords.strong.isIn(sentence.tokens)
        }
    }

    /// Endings of the names of medicines: ramipril, atorvastatin, metoprolol.
    static let endings = BodyWords.medicineEnding

    private static func namedMedication(in sentence: ProfileSentence) -> TermList.Match? {
        let index = sentence.tokens.firstIndex { token in
            token.word.count >= 7 && endings.contains { token.word.hasSuffix($0) }
        }
        guard let index, sentence.isOwn(index), !sentence.isSupposed(index), !sentence.isNegated(index) else {
            return nil
        }
        return TermList.Match(range: index..<(index + 1), topics: ["chronic:", sentence.tokens[index].word])
    }

    private static func medication(in sentence: ProfileSentence) -> TermList.Match? {
        BodyWords.medications.matches(in: sentence.tokens).first { match in
            let start = match.range.lowerBound
            return sentence.isOwn(start) && !sentence.isSupposed(start) && !sentence.isNegated(start)
                && (sentence.has(BodyWords.taking) || sentence.has(["my", "i"]))
        }
    }

    /// A part of the body with something that hurts it nearby.
    private static func pain(in sentence: ProfileSentence) -> Range<Int>? {
        let tokens = sentence.tokens
        let hasPhrase = BodyWords.weakPhrases.isIn(tokens)
        for part in BodyWords.parts.matches(in: tokens) {
            let start = part.range.lowerBound
            guard sentence.isOwn(start), !sentence.isSupposed(start), !sentence.isPast else { continue }
            // Training hurts on both sides.
            let isMuscle =
                part.topics.contains("muscle:") && !sentence.tokens.contains { BodyWords.sides[$0.word] != nil }
            for (index, token) in tokens.enumerated() where abs(index - start) <= 9 {
                let isStrong = BodyWords.pains.contains(token.word)
                let isWeak =
                    !isMuscle && BodyWords.weakPains.contains(token.word) && (hasPhrase || isPlainWeak(token.word))
                guard isStrong || isWeak, !part.range.contains(index), sentence.isOwn(index),
                    !sentence.isNegated(index), !isExertion(token.word, isMuscle)
                else { continue }
                return min(index, start)..<max(index + 1, part.range.upperBound)
            }
        }
        return nil
    }

    /// "Wrist still not right"
    private static func ailing(in sentence: ProfileSentence) -> Range<Int>? {
        guard let range = BodyWords.ailing.first(in: sentence.tokens), !sentence.isPast else { return nil }
        let part = BodyWords.parts.matches(in: sentence.tokens).first { part in
            part.range.upperBound <= range.lowerBound && range.lowerBound - part.range.upperBound <= 3
                && sentence.isOwn(part.range.lowerBound) && !sentence.isSupposed(part.range.lowerBound)
        }
        return part.map { $0.range.lowerBound..<range.upperBound }
    }

    /// "Physio says it's the SI joint"
    private static func report(in sentence: ProfileSentence) -> Range<Int>? {
        let tokens = sentence.tokens
        guard let speaker = tokens.firstIndex(where: { SpeakerWords.clinicians.contains($0.word) }),
            speaker + 1 < tokens.count,
            SpeakerWords.reports.contains(tokens[speaker + 1].word), sentence.isOwn(speaker), !sentence.isPast
        else { return nil }
        guard let its = tokens[speaker...].first(where: { ["its", "is"].contains($0.word) }),
            let start = tokens.firstIndex(of: its)
        else { return nil }
        let part = BodyWords.parts.matches(in: tokens).first {
            $0.range.lowerBound > start && $0.range.lowerBound - start <= 3
        }
        guard let part, !sentence.isNegated(part.range.lowerBound), !RecoveryWords.weak.isIn(tokens) else { return nil }
        return start..<part.range.upperBound
    }

    /// "bad", "did" and the like count only in a phrase.
    private static func isPlainWeak(_ word: String) -> Bool {
        BodyWords.soreness.contains(word)
    }

    /// What training does to muscles.
    private static func isExertion(_ word: String, _ isMuscle: Bool) -> Bool {
        isMuscle && BodyWords.exertion.contains(word)
    }

    /// "Can't lift it above my head", with the part somewhere in the sentence.
    private static func limit(in sentence: ProfileSentence) -> Range<Int>? {
        guard let range = BodyWords.limits.first(in: sentence.tokens), sentence.isOwn(range.lowerBound),
            !sentence.isSupposed(range.lowerBound), !sentence.isPast
        else { return nil }
        let parts = BodyWords.parts.matches(in: sentence.tokens).filter { part in
            !part.topics.contains("muscle:") && !part.topics.contains("head") && sentence.isOwn(part.range.lowerBound)
        }
        guard let part = parts.first else { return nil }
        return min(range.lowerBound, part.range.lowerBound)..<max(range.upperBound, part.range.upperBound)
    }
}
