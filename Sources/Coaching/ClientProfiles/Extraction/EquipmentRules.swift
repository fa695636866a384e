import Domain

/// What the author can train with.
enum EquipmentRules {
    static func statements(in reading: MessageReading) -> [ProfileStatement] {
        reading.sentences.flatMap(statements)
    }

    private static func statements(in sentence: ProfileSentence) -> [ProfileStatement] {
        let tokens = sentence.tokens
        guard !sentence.isQuestion, !sentence.isPast else { return [] }
        let items = EquipmentWords.items.matches(in: tokens).filter { match in
            sentence.isOwn(match.range.lowerBound) && !sentence.isSupposed(match.range.lowerBound)
        }
        let topics = Set(items.flatMap(\.topics))
        let parting = EquipmentWords.parting.first(in: tokens)
        var found: [ProfileStatement] = []
        if let parting, sentence.isOwn(parting.lowerBound), !topics.isEmpty {
            let sold = items.filter { $0.range.lowerBound > parting.lowerBound }.prefix(1)
            if let item = sold.first {
                found.append(
                    ProfileStatement(
                        .equipment,
                        item.topics,
                        sentence.excerpt(around: item.range),
                        0.8,
                        in: sentence,
                        kind: .withdrawal
                    )
                )
            }
        }
        if let range = EquipmentWords.gym.first(in: tokens), sentence.isOwn(range.lowerBound),
            !sentence.isSupposed(range.lowerBound)
        {
            found.append(
                ProfileStatement(
                    .equipment,
                    topics.union(["gym"]),
                    sentence.excerpt(around: range),
                    0.85,
                    in: sentence
                )
            )
            return found
        }
        guard let first = items.first, let last = items.last else { return found }
        let isSale = parting != nil && !sentence.has(EquipmentWords.bought)
        guard !isSale, isOwned(sentence, items), !isLog(sentence, items) else { return found }
        let range = first.range.lowerBound..<last.range.upperBound
        found.append(
            ProfileStatement(
                .equipment,
                topics.union(tokens.filter(\.isNumber).map { "number:\($0.word)" }),
                sentence.excerpt(around: range),
                EquipmentWords.owning.isIn(tokens) ? 0.9 : 0.75,
                in: sentence
            )
        )
        return found
    }

    private static func isOwned(_ sentence: ProfileSentence, _ items: [TermList.Match]) -> Bool {
        if EquipmentWords.given.isIn(sentence.tokens) { return true }
        if let owning = EquipmentWords.owning.first(in: sentence.tokens), sentence.isOwn(owning.lowerBound) {
            return true
        }
        let counted = items.count { item in
            let before = sentence.tokens[safe: item.range.lowerBound - 1]
            return before.map { $0.isNumber || EquipmentWords.quantities.contains($0.word) } ?? true
        }
        return items.count >= 2 && counted >= 1
    }

    /// "Goblet squat: 20 kg x 8" is training, not owning.
    private static func isLog(_ sentence: ProfileSentence, _ items: [TermList.Match]) -> Bool {
        let isNegated = items.allSatisfy { sentence.isNegated($0.range.lowerBound, within: 3) }
        let isTraining = sentence.has(EquipmentWords.logging)
        let names = sentence.has(EquipmentWords.wished)
        let isBenchPress =
            items.count == 1 && items[0].topics == ["bench"] && !sentence.has(EquipmentWords.ownBench)
        return isNegated || isTraining || names || isBenchPress
    }
}
