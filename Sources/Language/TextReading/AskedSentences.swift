import Domain

extension String {
    /// Whether at least one of its sentences isn't a question.
    package var hasStatement: Bool {
        sentenceRanges.contains { sentence in !String(self[sentence]).trimmed.hasSuffix("?") }
    }

    /// Whether it ends with a question, so that what it asks for is in the reply.
    package var isOnlyQuestion: Bool { trimmed.hasSuffix("?") }

    /// Whether the words of a topic are in what it asks rather than in what it says.
    package func asks(about stems: Set<String>) -> Bool {
        guard isOnlyQuestion else { return false }
        var (asked, said) = (0, 0)
        for sentence in sentenceRanges {
            let text = String(self[sentence]).trimmed
            let shared = ContentWords.stems(of: text).intersection(stems).count
            if text.hasSuffix("?") { asked += shared } else { said += shared }
        }
        return asked >= said
    }
}
