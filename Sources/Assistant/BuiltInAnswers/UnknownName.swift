import Domain
import Messaging
import Retrieval
import TextReading

/// A name in a question that belongs to nobody whom the user knows.
enum UnknownName {
    /// Words after which somebody's name stands: "did Veronica call?", "how is Veronica's back?".
    private static let before = AnswerWords.of("before a name")

    /// The name, if it is the subject of the question or owns what is asked for, and nobody mentions it.
    static func find(in question: String, _ understanding: QueryUnderstanding, found: FoundContext) -> String? {
        let words = TextWord.words(of: question)
        let known = Set(understanding.people.flatMap(\.words)).union(understanding.group?.words ?? [])
        for (position, word) in words.enumerated() where position > 0 && word.isCapitalized && word.folded.count > 1 {
            guard !known.contains(word.folded), word.folded.allSatisfy(\.isLetter),
                !word.text.allSatisfy(\.isUppercase),
                ContentWords.isContent(word), !understanding.isTime(word)
            else { continue }
            let isSubject = before.contains(words[position - 1].folded)
            guard GivenNames.isKnown(word.folded) && (isSubject || word.isPossessive) || word.isPossessive && isSubject
            else { continue }
            let isMentioned = found.hits.contains { hit in
                ([hit.message] + hit.neighbours).contains { message in
                    TextWord.words(of: message.text).contains { $0.folded == word.folded }
                }
            }
            if !isMentioned { return word.isPossessive ? String(word.text.dropLast(2)) : word.text }
        }
        return nil
    }
}
