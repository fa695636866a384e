import Domain

/// What the author wants to reach; and goals given up, changed or reached.
enum GoalRules {
    static func statements(in reading: MessageReading) -> [ProfileStatement] {
        var found: [ProfileStatement] = []
        let isRevised = reading.sentences.contains { GoalWords.revised.isIn($0.tokens) }
        for (index, sentence) in reading.sentences.enumerated() {
            if let end = ending(in: sentence, of: reading) { found.append(end) }
            guard !sentence.isQuestion else { continue }
            guard var fact = fact(in: sentence, at: index, of: reading) else { continue }
            if isRevised { fact.kind = .revision }
            found.append(fact)
        }
        return found
    }

    private static func fact(
        in sentence: ProfileSentence,
        at index: Int,
        of reading: MessageReading
    ) -> ProfileStatement? {
        signedUp(in: sentence, at: index, of: reading) ?? named(in: sentence, at: index, of: reading)
            ?? wished(in: sentence, at: index, of: reading) ?? lift(in: sentence) ?? planned(in: sentence)
    }

    private static func isSaid(_ range: Range<Int>, in sentence: ProfileSentence) -> Bool {
        sentence.isOwn(range.lowerBound) && !sentence.isSupposed(range.lowerBound)
            && !sentence.isNegated(range.lowerBound, within: 2) && !sentence.isPast
    }

    /// "signed up for a half", also with the event in the next sentence.
    private static func signedUp(
        in sentence: ProfileSentence,
        at index: Int,
        of reading: MessageReading
    ) -> ProfileStatement? {
        guard let range = GoalWords.signedUp.first(in: sentence.tokens),
            isSaid(range, in: sentence) || sentence.tokens[range].contains(where: { $0.word == "me" })
        else { return nil }
        let after = Array(sentence.tokens[range.upperBound...])
        let next = reading.sentences[safe: index + 1]
        if !events(after).isEmpty || after.dropFirst().contains(where: \.isCapitalized) {
            let topics = topics(of: sentence)
            return make(
                sentence.excerpt(around: range.lowerBound..<min(range.upperBound + 8, sentence.tokens.count)),
                topics,
                0.95,
                sentence
            )
        }
        guard let next, !events(next.tokens).isEmpty, !next.isQuestion else { return nil }
        return make(reading.text(index, withNext: true), topics(of: next), 0.9, sentence)
    }

    /// "My goal is …", also with the goal in the sentence before or after.
    private static func named(
        in sentence: ProfileSentence,
        at index: Int,
        of reading: MessageReading
    ) -> ProfileStatement? {
        guard let range = GoalWords.named.first(in: sentence.tokens), isSaid(range, in: sentence),
            !sentence.has(GoalWords.ofGames)
        else { return nil }
        if isConcrete(sentence) {
            return make(sentence.excerpt(around: range), topics(of: sentence), 0.95, sentence)
        }
        if let before = reading.sentences[safe: index - 1], before.tokens.contains(where: \.isNumber),
            !before.isQuestion,
            !after(index, of: reading)
        {
            return make(reading.text(index - 1, withNext: true), topics(of: before), 0.85, sentence)
        }
        guard let next = reading.sentences[safe: index + 1], next.tokens.count > 1 else {
            return sentence.tokens.count > 3
                ? make(sentence.excerpt(around: range), topics(of: sentence), 0.7, sentence) : nil
        }
        return make(reading.text(index, withNext: true), topics(of: next).union(topics(of: sentence)), 0.9, sentence)
    }

    private static func after(_ index: Int, of reading: MessageReading) -> Bool {
        reading.sentences[safe: index + 1].map(isConcrete) ?? false
    }

    private static func isConcrete(_ sentence: ProfileSentence) -> Bool {
        sentence.tokens.contains(where: \.isNumber) || !events(sentence.tokens).isEmpty
            || !GoalWords.exercises.matches(in: sentence.tokens).isEmpty || sentence.has(GoalWords.verbs)
    }

    /// "I want to …" with something to train for.
    private static func wished(
        in sentence: ProfileSentence,
        at index: Int,
        of reading: MessageReading
    ) -> ProfileStatement? {
        let tokens = sentence.tokens
        if let range = GoalWords.quitting.first(in: tokens), isSaid(range, in: sentence) {
            return make(sentence.excerpt(around: range), ["quitting"], 0.8, sentence)
        }
        guard let range = GoalWords.wishes.first(in: tokens), isSaid(range, in: sentence) else { return nil }
        let object = Array(tokens[range.upperBound...].prefix(12))
        if let verb = object.first(where: {
            !GoalWords.beforeVerbs.contains($0.word)
        }),
            GoalWords.otherVerbs.contains(verb.word)
        {
            return nil
        }
        let hasVerb = tokens[range.lowerBound...].prefix(8).contains { GoalWords.verbs.contains($0.word) }
        let hasEvent = !events(object).isEmpty || !events(tokens).isEmpty
        let hasExercise = !GoalWords.exercises.matches(in: object).isEmpty
        let hasNumber = tokens.contains(where: \.isNumber)
        // "Kilimanjaro in August. I want to be the one who waits at the top."
        if let before = reading.sentences[safe: index - 1], !hasEvent, !events(before.tokens).isEmpty,
            !before.isQuestion,
            events(before.tokens).allSatisfy({ before.isOwn($0.range.lowerBound) })
        {
            return make(reading.text(index - 1, withNext: true), topics(of: before), 0.9, sentence)
        }
        let isNamed = tokens[range].first?.word == "training" && object.first?.isCapitalized == true
        guard
            hasEvent || isNamed || (hasExercise && (hasVerb || hasNumber))
                || (hasVerb && (hasNumber || object.count > 2)) || isCounted(tokens)
        else { return nil }
        guard !sentence.has(GoalWords.soon) else { return nil }
        return make(
            sentence.excerpt(around: range.lowerBound..<min(range.upperBound + 8, tokens.count)),
            topics(of: sentence),
            hasEvent || hasNumber ? 0.9 : 0.75,
            sentence
        )
    }

    private static func isCounted(_ tokens: [ProfileToken]) -> Bool {
        zip(tokens, tokens.dropFirst()).contains {
            $0.isNumber && GoalWords.units.contains($1.word) && $1.word.count > 1
        }
            || tokens.contains { $0.word.contains(":") }
    }

    /// "deadlift 140 by the end of summer"
    private static func lift(in sentence: ProfileSentence) -> ProfileStatement? {
        let tokens = sentence.tokens
        guard let exercise = GoalWords.exercises.matches(in: tokens).first, isSaid(exercise.range, in: sentence),
            let by = GoalWords.byTime.first(in: tokens), by.lowerBound > exercise.range.lowerBound,
            by.lowerBound - exercise.range.upperBound <= 6
        else { return nil }
        guard tokens[..<by.lowerBound].contains(where: \.isNumber) else { return nil }
        return make(
            sentence.excerpt(around: exercise.range.lowerBound..<by.upperBound),
            topics(of: sentence),
            0.8,
            sentence
        )
    }

    /// "Tournament is Sunday 22 March."
    private static func planned(in sentence: ProfileSentence) -> ProfileStatement? {
        let tokens = sentence.tokens
        guard
            let event = GoalWords.events.matches(in: tokens).first(where: {
                $0.topics.contains { !["5k", "10k", "wedding"].contains($0) }
            }),
            sentence.isOwn(event.range.lowerBound), !sentence.isSupposed(event.range.lowerBound),
            event.range.lowerBound < 10
        else { return nil }
        guard
            !tokens[..<event.range.lowerBound].contains(where: {
                GoalWords.aroundEvents.contains($0.word)
            })
        else {
            return nil
        }
        let isDated = tokens.enumerated().contains { index, token in
            TravelWords.months.contains(token.word)
                && (-3...3).contains { tokens[safe: index + $0]?.isNumber == true }
        }
        let isInMonth = zip(tokens, tokens.dropFirst()).contains {
            $0.word == "in" && TravelWords.months.contains($1.word)
        }
        if GoalWords.revised.isIn(tokens), !sentence.isPast {
            return make(sentence.excerpt(around: event.range), topics(of: sentence), 0.8, sentence)
        }
        guard isDated || isInMonth,
            sentence.has(GoalWords.ownEvents),
            !sentence.isPast
        else { return nil }
        return make(sentence.excerpt(around: event.range), topics(of: sentence), 0.75, sentence)
    }

    private static func ending(in sentence: ProfileSentence, of reading: MessageReading) -> ProfileStatement? {
        guard !sentence.isQuestion else { return nil }
        if let range = GoalWords.cancelled.first(in: sentence.tokens), sentence.isOwn(range.lowerBound) {
            let topics = topics(of: sentence).named.filter { !$0.hasPrefix("word-") }
            guard !topics.isEmpty else { return nil }
            return ProfileStatement(
                .goals,
                topics,
                sentence.excerpt(around: range),
                0.8,
                in: sentence,
                kind: .withdrawal
            )
        }
        guard let range = GoalWords.achieved.first(in: sentence.tokens), sentence.isOwn(range.lowerBound),
            !sentence.isNegated(range.lowerBound, within: 2)
        else { return nil }
        let topics = reading.sentences.reduce(into: Set<String>()) { $0.formUnion(self.topics(of: $1).named) }
            .filter { !$0.hasPrefix("word") }
        guard !topics.isEmpty, !GoalWords.signedUp.isIn(reading.sentences.flatMap(\.tokens)) else { return nil }
        return ProfileStatement(.goals, topics, sentence.excerpt(around: range), 0.8, in: sentence, kind: .resolution)
    }

    private static func events(_ tokens: [ProfileToken]) -> [TermList.Match] { GoalWords.events.matches(in: tokens) }

    /// Events and exercises, numbers, and the names of places.
    private static func topics(of sentence: ProfileSentence) -> Set<String> {
        let tokens = sentence.tokens
        var topics: Set<String> = []
        for match in events(tokens) + GoalWords.exercises.matches(in: tokens) {
            topics.formUnion(match.topics.map { $0 })
        }
        if GoalWords.need.isIn(tokens)
            || sentence.has(GoalWords.weight)
        {
            topics.insert("weight")
        }
        for token in tokens where token.isNumber { topics.insert("number:\(token.word)") }
        for token in tokens.dropFirst()
        where token.isCapitalized && token.word.count > 3 && !SpeakerWords.calendar.contains(token.word) {
            topics.insert(token.word)
        }
        if topics.named.isEmpty {
            topics.formUnion(tokens.map(\.word).filter { $0.count > 4 }.suffix(4).map { "word-\($0)" })
        }
        return topics
    }

    private static func make(
        _ text: String,
        _ topics: Set<String>,
        _ confidence: Double,
        _ sentence: ProfileSentence
    ) -> ProfileStatement {
        ProfileStatement(.goals, topics, text, confidence, in: sentence)
    }
}
