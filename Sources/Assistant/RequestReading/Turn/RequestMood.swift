import TextReading

/// Words that tell a request from a question, and the user's own request from one that they report.
package enum RequestMood {
    /// How a sentence or a clause begins.
    package enum Opening: Sendable, Hashable {
        /// "can you", "I'd like to", "please".
        case polite
        /// "what", "did", "is": asks for an answer.
        case question
        /// "show me", "let me know", "summarise": asks for something to read.
        case reading
        case plain
    }

    /// - Parameter start: a clause's first word.
    /// - Returns: how the clause opens, the first word after the opening's filler, and the length of a phrase that asks
    ///   for something to read.
    package static func opening(of words: [String], from start: Int) -> (opening: Opening, head: Int, reading: Int) {
        var position = start
        var isPolite = false
        while true {
            let filler = RequestWords.length(of: fillers, in: words, at: position)
            let length = filler > 0 ? filler : RequestWords.length(of: polite, in: words, at: position)
            guard length > 0 else { break }
            position += length
            isPolite = isPolite || filler == 0
        }
        let length = RequestWords.length(of: reading, in: words, at: position)
        if length > 0 { return (.reading, position, length) }
        if isPolite { return (.polite, position, 0) }
        guard position < words.count else { return (.plain, position, 0) }
        return (questions.contains(words[position]) ? .question : .plain, position, 0)
    }

    /// Whether the words neither ask for an answer nor for something to read.
    package static func isStatement(_ words: [String]) -> Bool {
        let (opening, _, _) = opening(of: words, from: 0)
        return opening != .reading && !RequestWords.questionWords.contains(words.first ?? "")
    }

    /// Whether the verb at `position` is negated: "don't tell", "no need to cancel".
    static func isNegated(_ words: [String], at position: Int, from start: Int) -> Bool {
        let before = words[max(start, position - 4)..<position]
        guard let last = before.lastIndex(where: negations.contains) else { return false }
        // "Instead of moving it", not "instead, move it".
        if words[last] == "instead", last + 1 < words.count, words[last + 1] != "of" { return false }
        // "don't forget to tell", "why don't you tell", "not only".
        let next = words[last + 1..<position]
        return !next.contains { TurnWords.of("negation undone").contains($0) }
    }

    /// Whether somebody else's words come before the verb: "Devon asked me to tell".
    static func isReported(_ words: [String], at position: Int, from start: Int) -> Bool {
        guard let report = words[start..<position].lastIndex(where: reports.contains) else { return false }
        let subject = report > start ? words[report - 1] : ""
        // "I said tell Sara": the user repeats their own request.
        return !TurnWords.of("own report").contains(subject) || TurnWords.of("report order").contains(words[report])
    }

    static let afterWhichNoVerb = TurnWords.words("mood no verb after")

    /// Besides the beginning of a clause, a verb may follow these.
    static let beforeVerb = TurnWords.words("mood before verb")

    package static let wishes = TurnWords.words("mood wish")

    private static let negations = TurnWords.words("mood negation")

    private static let reports = TurnWords.words("mood report")

    private static let questions = TurnWords.words("mood question")

    private static let fillers = TurnWords.phrases("mood filler")

    private static let polite = TurnWords.phrases("mood polite")

    private static let reading = TurnWords.phrases("mood reading")
}
