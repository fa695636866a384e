import Domain
package import SpotterAPI
import TextReading

/// How soon a message wants to be read, and by which of its words.
package struct FoundPriority: Sendable, Hashable {
    let level: PriorityLevel
    package let reason: PriorityReason
    /// The sentence of the message that says it.
    package let quote: String
}

/// Tells how soon a message wants to be read, by its words and the times that it names.
struct PriorityReader: Sendable {
    func priority(
        of spoken: SpokenText,
        times: SpokenTimes,
        actions: [FoundAction],
        decisions: [FoundDecision]
    ) -> FoundPriority {
        let judged = spoken.sentences.compactMap { sentence in
            reason(of: sentence, in: spoken).map { (sentence: sentence, reason: $0) }
        }
        let urgent = judged.first { $0.reason == .danger || $0.reason == .hurry }
        if let urgent { return found(.urgent, urgent.reason, urgent.sentence, spoken) }
        let isCalm = spoken.sentences.contains { PriorityVocabulary.calm.isIn($0, of: spoken) }
        if let high = judged.first { return found(.high, high.reason, high.sentence, spoken) }
        guard !isCalm else { return found(.low, .smallTalk, spoken.sentences.first, spoken) }
        if let soon = dueSoon(spoken, times, actions) { return soon }
        if let asks = spoken.sentences.first(where: \.isQuestion) { return found(.normal, .question, asks, spoken) }
        if isSmallTalk(spoken), actions.isEmpty, decisions.isEmpty {
            return found(.low, .smallTalk, spoken.sentences.first, spoken)
        }
        return found(.normal, .news, spoken.sentences.first, spoken)
    }

    /// What in a sentence can't wait. Others' troubles, past ones and those that are over can.
    private func reason(of sentence: SpokenText.Sentence, in spoken: SpokenText) -> PriorityReason? {
        func says(_ phrases: PhraseSet) -> Bool { phrases.isIn(sentence, of: spoken) }
        func affirms(_ phrases: PhraseSet) -> Bool { phrases.isIn(sentence, of: spoken, isAffirmed: true) }
        // "If you feel dizzy, stop" says nothing of now.
        guard !PriorityVocabulary.conditions.begins(sentence, of: spoken) else { return nil }
        if says(PriorityVocabulary.hurry), !says(PriorityVocabulary.calm) { return .hurry }
        let isOver = says(PriorityVocabulary.recovered) || says(PriorityVocabulary.past)
        if !isOver, !says(PriorityVocabulary.others) {
            if affirms(PriorityVocabulary.dangers) { return .danger }
            if affirms(PriorityVocabulary.injuries), !sentence.isQuestion { return .injury }
        }
        return affirms(PriorityVocabulary.troubles) && !isOver ? .trouble : nil
    }

    /// What is asked for, or promised, for today.
    private func dueSoon(_ spoken: SpokenText, _ times: SpokenTimes, _ actions: [FoundAction]) -> FoundPriority? {
        for action in actions where spoken.sentences.indices.contains(action.sentence) {
            let sentence = spoken.sentences[action.sentence]
            if times.isSoon(in: sentence.words) { return found(.high, .dueSoon, sentence, spoken) }
        }
        let dated = spoken.sentences.first { sentence in
            PriorityVocabulary.deadlines.isIn(sentence, of: spoken) && times.isSoon(in: sentence.words)
        }
        return dated.map { found(.high, .dueSoon, $0, spoken) }
    }

    /// Short, without a figure, and begun with thanks, a greeting or the like.
    private func isSmallTalk(_ spoken: SpokenText) -> Bool {
        guard let first = spoken.words.first else { return true }
        guard spoken.words.count <= 6, !spoken.text.contains(where: \.isNumber) else { return false }
        let isPleasant = spoken.words.contains { PriorityVocabulary.pleasant.contains($0.word) }
        return spoken.words.count <= 3 ? isPleasant : PriorityVocabulary.pleasant.contains(first.word)
    }

    private func found(
        _ level: PriorityLevel,
        _ reason: PriorityReason,
        _ sentence: SpokenText.Sentence?,
        _ spoken: SpokenText
    ) -> FoundPriority {
        FoundPriority(level: level, reason: reason, quote: sentence.map { spoken.text(of: $0) } ?? spoken.text.trimmed)
    }
}
