import Domain

/// "Zero pain for ten days": the end of an injury.
enum RecoveryRules {
    /// - Parameter facts: the injuries that the same message tells of.
    static func statement(in reading: MessageReading, besides facts: [ProfileStatement]) -> ProfileStatement? {
        let all = reading.sentences.reduce(into: Set<String>()) { $0.formUnion(InjuryRules.topics(in: $1)) }
        for (index, sentence) in reading.sentences.enumerated() {
            guard !sentence.isQuestion, let found = match(in: sentence) else { continue }
            guard sentence.isOwn(found.lowerBound), !sentence.isSupposed(found.lowerBound) else { continue }
            guard !RecoveryWords.almost.isIn(sentence.tokens) else { continue }
            if let next = reading.sentences[safe: index + 1], next.tokens.first?.word == "but" { continue }
            var topics = InjuryRules.topics(in: sentence)
            for condition in BodyWords.conditions.matches(in: sentence.tokens) { topics.formUnion(condition.topics) }
            if topics.named.isEmpty { topics = all }
            guard facts.allSatisfy({ $0.topics.named.isDisjoint(with: topics) && !topics.isEmpty }) else { continue }
            return ProfileStatement(
                .injuries,
                widened(topics),
                sentence.excerpt(around: found),
                0.85,
                in: sentence,
                kind: .resolution
            )
        }
        return nil
    }

    private static func match(in sentence: ProfileSentence) -> Range<Int>? {
        let tokens = sentence.tokens
        if let range = RecoveryWords.strong.first(in: tokens) { return range }
        guard let range = RecoveryWords.weak.first(in: tokens) else { return nil }
        // The part that is fine comes first, and not long before.
        let parts = BodyWords.parts.matches(in: tokens).filter { part in
            part.range.upperBound <= range.lowerBound + 1 && range.lowerBound - part.range.upperBound <= 4
                && sentence.isOwn(part.range.lowerBound)
        }
        return parts.isEmpty || sentence.isNegated(range.lowerBound, within: 2) ? nil : range
    }

    private static func widened(_ topics: Set<String>) -> Set<String> {
        topics.union(topics.flatMap { RecoveryWords.wider[$0] ?? [] })
    }
}
