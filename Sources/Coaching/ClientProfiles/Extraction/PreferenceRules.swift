import Domain

/// Diet and allergies, likes, and the times that suit.
enum PreferenceRules {
    static func statements(in reading: MessageReading) -> [ProfileStatement] {
        reading.sentences.flatMap { sentence in
            [diet(in: sentence), like(in: sentence)].compactMap { $0 }
                + [ScheduleRules.statement(in: sentence)].compactMap { $0 }
        }
    }

    // MARK: Diet

    private static func diet(in sentence: ProfileSentence) -> ProfileStatement? {
        guard !sentence.isQuestion, !sentence.isPast else { return nil }
        return upset(in: sentence) ?? label(in: sentence) ?? allergy(in: sentence) ?? refusal(in: sentence)
    }

    /// "Eggs make me ill"
    private static func upset(in sentence: ProfileSentence) -> ProfileStatement? {
        guard let range = PreferenceWords.upsetting.first(in: sentence.tokens), sentence.isOwn(0) else { return nil }
        let foods = sentence.words.filter { PreferenceWords.foods.contains($0) }
        guard !foods.isEmpty else { return nil }
        return ProfileStatement(
            .preferences,
            foods.map { "food-\($0)" },
            sentence.excerpt(around: range),
            0.85,
            in: sentence
        )
    }

    private static func label(in sentence: ProfileSentence) -> ProfileStatement? {
        let tokens = sentence.tokens
        for match in PreferenceWords.diets.matches(in: tokens) {
            let start = match.range.lowerBound
            guard sentence.isOwn(start), !sentence.isSupposed(start) else { continue }
            let before = tokens[max(0, start - 4)..<start]
            let isStated =
                start == 0 || before.contains { PreferenceWords.dietCues.contains($0.word) }
                || tokens[safe: start - 1]?.word == "am" && tokens[safe: start - 2]?.word == "i"
            guard isStated, !isAdjective(sentence, match) else { continue }
            if PreferenceWords.dietStops.isIn(tokens) {
                return ProfileStatement(
                    .preferences,
                    match.topics,
                    sentence.excerpt(around: match.range),
                    0.85,
                    in: sentence,
                    kind: .resolution
                )
            }
            guard !sentence.isNegated(start) else { continue }
            return ProfileStatement(
                .preferences,
                match.topics,
                sentence.excerpt(around: match.range),
                0.95,
                in: sentence
            )
        }
        guard let stop = PreferenceWords.dietStops.first(in: tokens), sentence.isOwn(stop.lowerBound),
            let match = PreferenceWords.diets.matches(in: tokens).first(where: { sentence.isOwn($0.range.lowerBound) })
        else { return nil }
        return ProfileStatement(
            .preferences,
            match.topics,
            sentence.excerpt(around: match.range),
            0.8,
            in: sentence,
            kind: .resolution
        )
    }

    /// "a gluten free bakery" says nothing about the author.
    private static func isAdjective(_ sentence: ProfileSentence, _ match: TermList.Match) -> Bool {
        guard let next = sentence.tokens[safe: match.range.upperBound] else { return false }
        return PreferenceWords.afterAdjective.contains(next.word)
    }

    private static func allergy(in sentence: ProfileSentence) -> ProfileStatement? {
        let tokens = sentence.tokens
        guard let range = PreferenceWords.allergies.first(in: tokens), sentence.isOwn(range.lowerBound),
            !sentence.isNegated(range.lowerBound), !sentence.isSupposed(range.lowerBound)
        else { return nil }
        // "allergic to cashews", "nut allergy"
        let isNamedAfter = tokens[safe: range.upperBound]?.word == "to" || tokens[range.upperBound - 1].word == "to"
        let near = isNamedAfter ? tokens[range.upperBound...].prefix(4) : tokens[..<range.lowerBound].suffix(1)
        let things = near.map(\.word).filter { $0.count > 2 }
        return ProfileStatement(
            .preferences,
            ["allergy"] + things.prefix(3).map { "food-\($0)" },
            sentence.excerpt(around: range),
            0.95,
            in: sentence
        )
    }

    /// "can't have milk", "no dairy for me"
    private static func refusal(in sentence: ProfileSentence) -> ProfileStatement? {
        let tokens = sentence.tokens
        guard let range = PreferenceWords.refusals.first(in: tokens), sentence.isOwn(range.lowerBound),
            !sentence.isSupposed(range.lowerBound)
        else { return nil }
        let rest = tokens[range.upperBound...].prefix(4)
        let isDrinking = tokens[range].contains { $0.word == "drink" }
        let foods = rest.map(\.word).filter { PreferenceWords.foods.contains($0) }
        guard isDrinking || !foods.isEmpty, !sentence.has(PreferenceWords.forNow)
        else { return nil }
        let verb = tokens[range].last?.word ?? ""
        if ["no", "off"].contains(verb), !isForOneself(sentence) { return nil }
        return ProfileStatement(
            .preferences,
            foods.map { "food-\($0)" } + (isDrinking ? ["drinking"] : []),
            sentence.excerpt(around: range),
            0.9,
            in: sentence
        )
    }

    private static func isForOneself(_ sentence: ProfileSentence) -> Bool {
        PreferenceWords.forOneself.isIn(sentence.tokens)
    }
    // MARK: Likes

    private static func like(in sentence: ProfileSentence) -> ProfileStatement? {
        let tokens = sentence.tokens
        guard !sentence.isQuestion, !sentence.isPast else { return nil }
        if let rule = rule(in: sentence) { return rule }
        if let range = PreferenceWords.reachable.first(in: tokens), sentence.isOwn(range.lowerBound) {
            return ProfileStatement(.preferences, ["channel"], sentence.excerpt(around: range), 0.75, in: sentence)
        }
        guard let range = PreferenceWords.likes.first(in: tokens), sentence.isOwn(range.lowerBound),
            !sentence.isSupposed(range.lowerBound),
            !sentence.has(["would", "id"]) || tokens[range].contains(where: { $0.word == "prefer" })
        else { return nil }
        let before = tokens[max(0, range.lowerBound - 3)..<range.lowerBound]
        guard
            before.isEmpty
                || before.contains(where: {
                    SpeakerWords.firstPerson.contains($0.word) || PreferenceWords.opening.contains($0.word)
                })
        else { return nil }
        let window = Array(tokens[range.upperBound...].prefix(5))
        let activities = GoalWords.exercises.matches(in: window) + PreferenceWords.channels.matches(in: window)
        guard let activity = activities.first else { return nil }
        let topics = ["like"] + activity.topics
        return ProfileStatement(
            .preferences,
            topics.map { "like-\($0)" },
            sentence.excerpt(around: range.lowerBound..<min(range.upperBound + 5, tokens.count)),
            0.85,
            in: sentence
        )
    }

    /// "no burpees"
    private static func rule(in sentence: ProfileSentence) -> ProfileStatement? {
        let tokens = sentence.tokens
        guard tokens.count <= 6, let first = tokens.first, ["no", "never"].contains(first.word), tokens.count > 1,
            let match = GoalWords.exercises.match(tokens, at: 1),
            match.range.upperBound == tokens.count || sentence.has(PreferenceWords.forGood),
            !sentence.has(PreferenceWords.thisTime)
        else { return nil }
        return ProfileStatement(
            .preferences,
            ["like-like"] + match.topics.map { "like-\($0)" },
            sentence.excerpt(around: 0..<match.range.upperBound),
            0.75,
            in: sentence
        )
    }
}
