import Domain
import TextReading

/// A conversation's title from the words of a question, without a language model: "How is Sara's knee?" is about "Sara's
/// knee".
///
/// What carries no topic is left out; small words stay between those that do. "Her knee" after a name becomes that
/// person's, and what somebody said about something becomes "Mike: creatine".
enum QuestionTitle {
    static let maxWords = 6
    static let maxLength = 60

    /// - Returns: at most six words and 60 characters; `nil` for a question without content, such as "hello".
    static func title(of question: String) -> String? {
        let question = String(question.prefix(1_000))
        return question.sentenceRanges.lazy.compactMap { title(ofSentence: String(question[$0])) }.first
    }

    private static func title(ofSentence sentence: String) -> String? {
        var words: [String] = []
        var linking: [String] = []
        var hasSpeech = false
        for (place, word) in TextWord.words(of: sentence).enumerated() {
            if words.count >= maxWords { break }
            // "May" is a month, "may" is not.
            if isContent(word) || place > 0 && word.isCapitalized && word.folded.count > 2 {
                if !words.isEmpty { words += linking }
                words.append(word.text)
                linking = []
            } else if possessives.contains(word.folded), let last = words.last, isName(last) {
                let person = last.hasSuffix(":") ? String(last.dropLast()) : last
                words[words.count - 1] = person + (person.hasSuffix("s") ? "'" : "'s")
                linking = []
            } else if word.folded == "about", hasSpeech, let last = words.last {
                words[words.count - 1] = last + ":"
                linking = []
            } else if links.contains(word.folded) {
                linking.append(word.text)
            } else if !passed.contains(word.folded) {
                linking = []
            }
            hasSpeech = hasSpeech || speech.contains(word.folded)
        }
        return bounded(words)
    }

    private static func bounded(_ words: [String]) -> String? {
        var words = Array(words.prefix(maxWords))
        while words.joined(separator: " ").count > maxLength, words.count > 1 { words.removeLast() }
        while let last = words.last, links.contains(last.lowercased()) { words.removeLast() }
        let title = words.joined(separator: " ").prefix(maxLength)
        let trimmed = title.hasSuffix(":") ? title.dropLast() : title
        guard let first = trimmed.first, trimmed.count(where: \.isLetter) > 1 else { return nil }
        return first.uppercased() + trimmed.dropFirst()
    }

    private static func isContent(_ word: TextWord) -> Bool {
        if smallTalk.contains(word.folded) || speech.contains(word.folded) { return false }
        return kept.contains(word.folded) || ContentWords.isContent(word) || word.folded.allSatisfy(\.isNumber)
    }

    private static func isName(_ word: String) -> Bool {
        word.first?.isUppercase == true && !word.hasSuffix("'s") && !word.hasSuffix("’s")
    }

    /// Carry a topic in a title, though not in a search.
    private static let kept = AssistantWords.of("title kept")
    private static let possessives = AssistantWords.of("title possessive")
    private static let speech = AssistantWords.of("title speech")
    private static let links = AssistantWords.of("title link")
    /// Stand between words that belong together.
    private static let passed = AssistantWords.of("title passed")
    private static let smallTalk = AssistantWords.of("title small talk")
}
