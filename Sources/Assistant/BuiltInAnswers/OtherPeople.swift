import TextReading

/// Whose facts a sentence tells: "my husband smokes" says nothing about who writes it.
enum OtherPeople {
    /// How many words may stand between somebody and what is said of them.
    private static let reach = 8

    /// Whether a question names somebody's relatives, so that what is said of them answers it.
    static func areAsked(_ question: String) -> Bool {
        TextWord.words(of: question).contains { AnswerWords.kin.contains($0.folded) }
    }

    /// Whether the first sentence that has one of the stems says it of somebody else than its writer.
    static func own(_ text: String, about stems: Set<String>) -> Bool {
        for range in text.sentenceRanges {
            let words = TextWord.words(of: String(text[range]))
            guard let topic = words.firstIndex(where: { stems.contains($0.stem) }) else { continue }
            let before = words[max(0, topic - reach)..<topic].map(\.folded)
            guard let kin = before.lastIndex(where: AnswerWords.kin.contains) else { return false }
            let isMine = kin == 0 || before[max(0, kin - 2)..<kin].contains(where: AnswerWords.own.contains)
            // "My sister says that I limp" is about the writer.
            return isMine && !before[(kin + 1)...].contains(where: AnswerWords.selves.contains)
        }
        return false
    }
}
