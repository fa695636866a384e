import TextReading

/// Reads one clause with the words of one language.
struct ClauseReader {
    let spoken: SpokenText
    let vocabulary: ActionVocabulary
    /// The end of the sentence.
    let end: Int
    let isQuestion: Bool

    /// What is to be done, before the end of its words is known.
    struct Opening {
        var doer: FoundAction.Doer
        /// The position of its first word.
        let task: Int
        let confidence: Double
        /// Whether it is a verb alone: "send me …". After "I'll … and" it is the sender's.
        var isOrder = false
    }

    /// What the words from `start` on say that somebody is to do.
    func opening(at start: Int, _ hasTime: (Range<Int>) -> Bool) -> Opening? {
        guard !isPleasantry(at: start) else { return nil }
        if let named = named(at: start, hasTime) ?? addressed(at: start) ?? whole(at: start) { return named }
        let lists: [([[String]], FoundAction.Doer, Double)] = [
            (vocabulary.duties, .sender, 0.8), (vocabulary.somebody, .somebody, 0.8),
            (vocabulary.everybody, .everybody, 0.85), (vocabulary.shared, .us, 0.7),
            (vocabulary.advice, .addressee, 0.55),
        ]
        for (patterns, doer, confidence) in lists {
            guard let task = task(after: patterns, at: start) else { continue }
            // "Should we …?" asks; "have to …?" without "I" does, too.
            if isQuestion, spoken.words[start].word != "i", doer == .sender { return nil }
            return isTask(task) ? Opening(doer: doer, task: task, confidence: confidence) : nil
        }
        if let task = task(after: vocabulary.gerundRequests, at: start) {
            return Opening(doer: .addressee, task: task, confidence: 0.85)
        }
        if let task = task(after: vocabulary.requests, at: start) {
            let asks = Self.askings.contains(spoken.words[start].word)
            let asked = spoken.words[task].word
            guard isTask(task), !asks || !vocabulary.wonder.contains(asked) && !vocabulary.abilities.contains(asked)
            else { return nil }
            return Opening(doer: .addressee, task: task, confidence: 0.9)
        }
        return promise(at: start, hasTime) ?? order(at: start)
    }

    private func promise(at start: Int, _ hasTime: (Range<Int>) -> Bool) -> Opening? {
        if let task = task(after: vocabulary.promises, at: start) {
            let word = spoken.words[task].word
            let isLetMe = spoken.words[start].word == "let"
            guard isTask(task), !isLetMe || !Self.speaking.contains(word) else { return nil }
            // "I shall permit myself a letter" is a manner of speaking.
            guard task + 1 >= end || !["myself", "ourselves"].contains(spoken.words[task + 1].word) else { return nil }
            // "I shall attend" is no task; "I'll pay" is.
            guard task + 1 < end || vocabulary.orders.contains(word) else { return nil }
            return Opening(doer: .sender, task: task, confidence: 0.85)
        }
        guard !isQuestion else { return nil }
        for pattern in vocabulary.barePromises where spoken.matches(pattern, at: start, before: end) {
            let task = afterAdverbs(start + pattern.count)
            guard task < end, vocabulary.tasks.contains(spoken.words[task].word) else { continue }
            let isOffer = pattern.contains("can") || pattern.contains("could")
            guard !isOffer || hasTime(task..<end) || isForOther(task..<end) else { continue }
            return Opening(doer: .sender, task: task, confidence: isOffer ? 0.6 : 0.75)
        }
        return present(at: start, hasTime)
    }

    /// "I'm transferring it this afternoon", "sending it tomorrow": only with a time.
    private func present(at start: Int, _ hasTime: (Range<Int>) -> Bool) -> Opening? {
        var task = start
        if spoken.matches(["i'm"], at: start, before: end) { task = start + 1 }
        if spoken.matches(["i", "am"], at: start, before: end) { task = start + 2 }
        let hasSubject = task > start
        task = afterAdverbs(task)
        guard task < end, hasSubject || spoken.words[start].word == "sending",
            vocabulary.isTaskInProgress(spoken.words[task].word), hasTime(task..<end)
        else { return nil }
        return Opening(doer: .sender, task: task, confidence: 0.75)
    }

    /// "Send me the form", at the beginning of a clause, with something after the verb.
    func order(at start: Int) -> Opening? {
        guard start + 1 < end, vocabulary.orders.contains(spoken.words[start].word), !isPleasantry(at: start) else {
            return nil
        }
        let next = spoken.words[start + 1]
        guard next.boundary != .sentence, !Self.statements.contains(next.word) else { return nil }
        return Opening(doer: .addressee, task: start, confidence: 0.7, isOrder: true)
    }

    /// Words after a noun that looks like a verb: "Invoice goes out today", "Call of the day".
    private static let statements = InsightWords.words("clause statements")

    /// Patterns that are part of the task, or are followed by a thing: "let me know …", "I owe you the sheet".
    private func whole(at start: Int) -> Opening? {
        for pattern in vocabulary.wholeRequests where spoken.matches(pattern, at: start, before: end) {
            let asked = spoken.words[start].word == "please" ? start + 1 : start
            return Opening(doer: .addressee, task: asked, confidence: 0.9)
        }
        for (patterns, doer) in [
            (vocabulary.objectDuties, FoundAction.Doer.sender), (vocabulary.objectRequests, .addressee),
        ] {
            for pattern in patterns where spoken.matches(pattern, at: start, before: end) {
                let thing = start + pattern.count
                if thing < end { return Opening(doer: doer, task: thing, confidence: 0.8) }
            }
        }
        // "I need the certificate from you".
        guard spoken.matches(["i", "need"], at: start, before: end), start + 2 < end,
            Self.articles.contains(spoken.words[start + 2].word),
            (start..<end).contains(where: { spoken.matches(["from", "you"], at: $0, before: end) })
        else { return nil }
        return Opening(doer: .addressee, task: start + 2, confidence: 0.8)
    }

    /// "All of you: upload …".
    private func addressed(at start: Int) -> Opening? {
        for pattern in vocabulary.groupAddresses where spoken.matches(pattern, at: start, before: end) {
            let next = start + pattern.count
            guard next < end, spoken.words[next].boundary == .clause else { continue }
            let task =
                task(after: vocabulary.requests, at: next).flatMap { isTask($0) ? $0 : nil } ?? order(at: next)?.task
            if let task { return Opening(doer: .everybody, task: task, confidence: 0.8) }
        }
        return nil
    }

    // MARK: Verbs

    /// The verb after one of the patterns.
    func task(after patterns: [[String]], at start: Int) -> Int? {
        for pattern in patterns where spoken.matches(pattern, at: start, before: end) {
            let task = afterAdverbs(start + pattern.count)
            if task < end { return task }
        }
        return nil
    }

    private func afterAdverbs(_ index: Int) -> Int {
        var index = index
        while index < end {
            if spoken.matches(["try", "to"], at: index, before: end) {
                index += 2
            } else if vocabulary.adverbs.contains(spoken.words[index].word) {
                index += 1
            } else {
                break
            }
        }
        return index
    }

    func isTask(_ index: Int) -> Bool {
        let word = spoken.words[index].word
        guard !vocabulary.negations.contains(word) else { return false }
        if ["have", "be"].contains(word) {
            // "Have your splits ready".
            return word == "have" && spoken.words[index..<end].contains { $0.word == "ready" }
        }
        if vocabulary.states.contains(word) { return false }
        if ["keep", "feel"].contains(word), index + 1 < end, spoken.words[index + 1].word.hasSuffix("ing") {
            return false
        }
        return word.first?.isLetter ?? false && !Self.notVerbs.contains(word)
    }

    private static let notVerbs = InsightWords.words("clause notVerbs")
    private static let askings = InsightWords.words("clause askings")
    /// After "let me": what is said next, and no task.
    private static let speaking = InsightWords.words("clause speaking")
    private static let articles = InsightWords.words("clause articles")
    private static let addressees = InsightWords.words("clause addressees")

    func isPleasantry(at start: Int) -> Bool {
        vocabulary.pleasantries.contains { spoken.matches($0, at: start, before: end) }
    }

    private func isForOther(_ words: Range<Int>) -> Bool {
        spoken.words[words].contains { Self.addressees.contains($0.word) }
    }
}

extension ActionVocabulary {
    /// Verbs in -ing of what one does anyway.
    private static let habits = InsightWords.words("clause habits")

    /// Whether a word is a task's verb in -ing: "bringing", "transferring", "writing".
    func isTaskInProgress(_ word: String) -> Bool {
        guard word.count > 5, word.hasSuffix("ing") else { return false }
        guard !Self.habits.contains(word) else { return false }
        let stem = String(word.dropLast(3))
        if tasks.contains(stem) || tasks.contains(stem + "e") { return true }
        return stem.count > 2 && stem.last == stem.dropLast().last && tasks.contains(String(stem.dropLast()))
    }
}
