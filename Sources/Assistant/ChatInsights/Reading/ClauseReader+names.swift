import TextReading

/// Tasks of people who are named or addressed in the clause.
extension ClauseReader {
    /// "Grace, please bring …", "@Zoë can you …", "Kenji will bring …", "my wife will …".
    func named(at start: Int, _ hasTime: (Range<Int>) -> Bool) -> Opening? {
        if vocabulary.relatives.contains(spoken.words[start].word) || isRelative(at: start) {
            let name = spoken.words[start].word == "my" ? start + 1 : start
            guard name < end else { return nil }
            return othersPromise([spoken.words[name].word], after: name + 1, hasTime)
        }
        let names = nameRun(at: start)
        guard !names.isEmpty else { return nil }
        let next = names.upperBound
        guard next < end else { return nil }
        let spelled = names.filter { spoken.words[$0].isCapitalized }.map {
            String(spoken.text[spoken.words[$0].range])
        }
        let isAddressed = spoken.words[next].boundary == .clause
        if let task = task(after: vocabulary.requests, at: next), isTask(task) {
            return Opening(doer: .named(spelled), task: task, confidence: 0.85)
        }
        if isAddressed {
            guard let order = order(at: next) else { return nil }
            return Opening(doer: .named(spelled), task: order.task, confidence: 0.75)
        }
        return othersPromise(spelled, after: next, hasTime)
    }

    private func isRelative(at start: Int) -> Bool {
        start + 1 < end && spoken.words[start].word == "my"
            && vocabulary.relatives.contains(spoken.words[start + 1].word)
    }

    private func othersPromise(
        _ names: [String],
        after index: Int,
        _ hasTime: (Range<Int>) -> Bool
    ) -> Opening? {
        guard !isQuestion else { return nil }
        if let task = task(after: vocabulary.othersPromises, at: index),
            vocabulary.tasks.contains(spoken.words[task].word)
        {
            return Opening(doer: .named(names), task: task, confidence: 0.75)
        }
        // "Sarah is bringing cake on Saturday".
        guard spoken.matches(["is"], at: index, before: end), index + 1 < end,
            vocabulary.isTaskInProgress(spoken.words[index + 1].word), hasTime(index..<end)
        else { return nil }
        return Opening(doer: .named(names), task: index + 1, confidence: 0.7)
    }

    /// Names at the beginning of a clause: "Tom and Liam".
    private func nameRun(at start: Int) -> Range<Int> {
        var index = start
        while index < end, index - start < 4 {
            let word = spoken.words[index]
            if index > start, word.boundary == .clause, !["and", "y"].contains(word.word) { break }
            let isJoint = index > start && ["and", "y"].contains(word.word)
            guard isJoint || word.isCapitalized && isName(word.word) else { break }
            index += 1
        }
        return start..<index
    }

    private func isName(_ word: String) -> Bool {
        word.count > 1 && !vocabulary.tasks.contains(word) && !vocabulary.openings.contains(word)
            && !Self.notNames.contains(word) && !word.contains("'")
    }

    private static let notNames = InsightWords.words("clause notNames")
}
