package import AssistantTools
import Domain
package import Retrieval
import SpotterAPI
import TextReading

/// Completes a question from the ones before it: "and what is her budget?" is about the person who was named last.
package struct QuestionContext: Sendable {
    package let directory: PeopleDirectory
    package let history: [HistoryTurn]

    package init(directory: PeopleDirectory, history: [HistoryTurn]) {
        self.directory = directory
        self.history = history
    }

    private static let pronouns = AnswerWords.of("pronouns")
    private static let openings = AnswerWords.of("follow-up")

    private static func isPronoun(_ word: TextWord) -> Bool { pronouns.contains(word.folded) }

    /// The question as it stands alone.
    package func completed(_ question: String) -> String {
        let words = TextWord.words(of: question)
        let own = directory.mentions(in: words)
        let before = history.reversed().first { $0.role == .user }?.text
        if let mention = own.first, let before, isOnlyName(words, own) {
            return replaced(in: before, by: mention.spelling)
        }
        // "And who can't have nuts?" asks for everybody.
        let asksWho = Topic.asksWho(words.map(\.folded).joined(separator: " "))
        guard own.isEmpty,
            words.contains(where: Self.isPronoun) || words.first?.folded == "and" && !asksWho, let name = lastName
        else { return question }
        return completed(question, words, with: name)
    }

    /// "And Mike?", "what about Mike?"
    private func isOnlyName(_ words: [TextWord], _ mentions: [PeopleDirectory.Mention]) -> Bool {
        guard let first = words.first, Self.openings.contains(first.folded), words.count <= 5 else { return false }
        return words.enumerated().allSatisfy { position, word in
            mentions.contains { $0.words.contains(position) } || Self.openings.contains(word.folded)
        }
    }

    /// The earlier question about another person.
    private func replaced(in question: String, by name: String) -> String {
        let words = TextWord.words(of: question)
        guard let old = directory.mentions(in: words).first else { return "\(question) \(name)" }
        let isPossessive = words[old.words].last?.isPossessive ?? false
        return question.replacingCharacters(of: old.range, with: isPossessive ? "\(name)'s" : name)
    }

    /// The one person whom the user's last question with a name named, or its answer, if that alone names one: "who's
    /// next?", "how is she doing?"
    private var lastName: String? {
        var answer: HistoryTurn?
        for turn in history.reversed() {
            guard turn.role == .user else {
                answer = turn
                continue
            }
            let mentions = directory.mentions(in: TextWord.words(of: turn.text))
            if !mentions.isEmpty { return mentions.count == 1 ? mentions[0].spelling : nil }
            let told = answer.map { directory.mentions(in: TextWord.words(of: $0.text)) } ?? []
            let people = Set(told.map(\.people))
            if !told.isEmpty { return people.count == 1 && told[0].people.count == 1 ? told[0].spelling : nil }
            answer = nil
        }
        return nil
    }

    private func completed(_ question: String, _ words: [TextWord], with name: String) -> String {
        guard let pronoun = words.first(where: Self.isPronoun) else { return "\(question) (\(name))" }
        let position = words.firstIndex(of: pronoun).map { $0 + 1 } ?? words.count
        let owns =
            AnswerWords.of("possessives").contains(pronoun.folded)
            || pronoun.folded == "her" && position < words.count
        let other = pronoun.isPossessive ? "\(name) is" : owns ? "\(name)'s" : name
        return question.replacingCharacters(of: pronoun.range, with: other)
    }
}

extension String {
    func replacingCharacters(of range: Range<String.Index>, with text: String) -> String {
        String(self[..<range.lowerBound]) + text + String(self[range.upperBound...])
    }
}
