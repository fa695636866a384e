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
        for sentence in question.prefix(1_000).split(whereSeparator: { ".?!\n;".contains($0) }) {
            if let title = title(ofSentence: String(sentence)) { return title }
        }
        return nil
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
    private static let kept: Set<String> = [
        "chat", "chats", "client", "clients", "group", "message", "messages", "people", "week", "last", "next",
    ]
    private static let possessives: Set<String> = ["her", "his", "their"]
    private static let speech: Set<String> = [
        "say", "said", "says", "tell", "told", "mention", "mentioned", "talk", "talked", "think", "write", "wrote",
        "ask",
        "asked",
    ]
    private static let links: Set<String> = [
        "with", "for", "of", "in", "on", "at", "to", "from", "and", "or", "by", "after", "before", "during", "without",
        "until", "since", "about",
    ]
    /// Stand between words that belong together.
    private static let passed: Set<String> = [
        "the", "a", "an", "my", "our", "your", "this", "these", "those", "very", "some", "her", "his", "their", "its",
    ]
    private static let smallTalk: Set<String> = [
        "hello", "hey", "hi", "hallo", "hola", "thanks", "thank", "okay", "ok", "help", "bye", "welcome", "morning",
        "evening", "good", "great", "sure", "everybody", "everyone", "everything", "kindly", "summarise", "summarize",
        "need", "want", "wants", "whose", "who's", "whos", "how's", "where's", "when's", "hasn't", "haven't", "doesn't",
        "didn't", "isn't", "aren't", "wasn't", "weren't",
    ]
}
