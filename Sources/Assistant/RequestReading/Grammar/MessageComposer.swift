import Domain
import TextReading

/// Rewrites what the user wants another person to know as a message to that person: "that I'm late" becomes "I'm late",
/// and "if she can come at 5" becomes "Can you come at 5?".
struct MessageComposer: Sendable {
    /// The request's verb: `tell`, `ask`, …
    let verb: String
    /// What follows the recipient.
    let rest: String
    /// Whether the text needs no word such as "that" before it. After "send Tom" it does: "the plan" is no text.
    var isMarked = true

    /// Words that only introduce the message.
    static let carriers = GrammarWords.of("carrier")

    private static let ends = GrammarWords.of("text start")

    /// `nil` if the request contains no text.
    var text: String? {
        var words = TextWord.words(of: rest)[...]
        var connectors: [String] = []
        // "text Jordan and ask if …"
        if words.first?.folded == "and", words.dropFirst().first?.folded == "ask" { words.removeFirst() }
        while let word = words.first, Self.carriers.contains(word.folded) || Self.ends.contains(word.folded) {
            // In "her knee is fine", "her" belongs to the message.
            if GrammarWords.of("text own").contains(word.folded),
                connectors.isEmpty || connectors == ["know"] && word.folded == "her", !introducesCarrier(words)
            {
                break
            }
            // "Tell Tom message received"
            if connectors.isEmpty, GrammarWords.of("carrier noun").contains(word.folded), !introduces(words) { break }
            connectors.append(word.folded)
            words.removeFirst()
            if GrammarWords.of("text turn").contains(word.folded) { break }
            if GrammarWords.of("text that").contains(word.folded) {
                if words.first?.folded == "that" { words.removeFirst() }
                break
            }
            // "asking him to …": the person is the recipient.
            if GrammarWords.of("text asking").contains(word.folded) {
                while let next = words.first, GrammarWords.of("him").contains(next.folded) { words.removeFirst() }
            }
        }
        var connector = connectors.last ?? ""
        if let first = words.first, first.folded == "not", words.dropFirst().first?.folded == "to", words.count > 2 {
            let rest = String(rest[words[words.startIndex + 2].range.lowerBound...]).trimmed
            return "Please don't \(PronounRewriter(rest, scope: .everywhere).text.withoutTrailingStop)"
        }
        if connector == "to", GrammarWords.of("text telling").contains(words.first?.folded ?? "") {
            words.removeFirst()
            let idle = GrammarWords.of("text that or him")
            while let word = words.first, idle.contains(word.folded) { words.removeFirst() }
            connector = "that"
        }
        guard let first = words.first, first.folded != "about" || connector == "that" else { return nil }
        let body = String(rest[first.range.lowerBound...]).trimmed
        guard !body.isEmpty, isText(body, Array(words), connectors) else { return nil }
        let isAsking = verb == "ask" || connectors.contains("asking") || connectors.contains("ask")
        return worded(body, connector: connector, isAsking: isAsking, isAsked: connectors.contains("asking"))
            .map(\.capitalizedFirst)
    }

    /// Whether a noun without an article only introduces the text: "message saying …", "note: …".
    private func introduces(_ words: ArraySlice<TextWord>) -> Bool {
        guard let noun = words.first, let next = words.dropFirst().first else { return true }
        return Self.ends.contains(next.folded) || rest[noun.range.upperBound..<next.range.lowerBound].contains(":")
    }

    /// Whether an article belongs to "a message", not to the text.
    private func introducesCarrier(_ words: ArraySlice<TextWord>) -> Bool {
        let nouns = GrammarWords.of("carrier noun")
        let following = words.dropFirst().prefix(3).map(\.folded)
        guard let noun = following.firstIndex(where: nouns.contains) else { return false }
        return following[..<noun].allSatisfy(Self.carriers.contains)
    }

    /// Whether the words can be a message: not "the plan", "in Spanish that …" or "politely for the payment".
    private func isText(_ body: String, _ words: [TextWord], _ connectors: [String]) -> Bool {
        if let first = words.first, first.folded == "in", words.count > 1, words[1].isCapitalized { return false }
        let manners = GrammarWords.of("manner")
        if let first = words.first, manners.contains(first.folded), connectors.isEmpty { return false }
        let isIntroduced = connectors.contains { Self.ends.contains($0) || $0 == "know" }
        let gap = rest.prefix { !$0.isLetter && !$0.isNumber }
        let hasColon = gap.contains(":") || rest[..<(words.first?.range.lowerBound ?? rest.endIndex)].contains(":")
        if isIntroduced || hasColon { return true }
        guard isMarked else { return false }
        let determiners = GrammarWords.of("text determiner")
        guard let first = words.first, determiners.contains(first.folded) else { return true }
        return words.count > 3 || words.contains { Self.finite.contains($0.folded) }
    }

    private static let finite = GrammarWords.of("finite")

    private func worded(_ body: String, connector: String, isAsking: Bool, isAsked: Bool) -> String? {
        switch connector {
        case "to":
            let request = PronounRewriter(body, scope: .everywhere).text.withoutTrailingStop
            if request.hasPrefix("not ") {
                let negative = "don't " + request.dropFirst(4)
                return verb == "remind" ? "Remember: \(negative)" : "Please \(negative)"
            }
            if isAsked { return "Please \(request)" }
            switch verb {
            case "ask": return "Could you \(request)?"
            case "remind": return "Remember to \(request)"
            default: return "Please \(request)"
            }
        case "if", "whether": return DirectQuestion(body).text ?? "I'd like to know if \(everywhere(body))"
        case "si": return DirectQuestion(spanish: body).text
        case "que", "q": return body.withoutTrailingStop
        default: break
        }
        guard isAsking else {
            let isOneSentence = !body.dropLast().contains { ".!?".contains($0) }
            return PronounRewriter(isOneSentence ? body.withoutTrailingStop : body, scope: .whenItOpens).text
        }
        let opening = TextWord.words(of: body).first
        if let opening, GrammarWords.of("asked with").contains(opening.folded) {
            var after = String(body[opening.range.upperBound...]).trimmed
            var lead = opening.text
            // "what time he prefers", "how many kilos she lost"
            let following = TextWord.words(of: after)
            let subjects = GrammarWords.of("third subject")
            if let person = following.prefix(4).firstIndex(where: { subjects.contains($0.folded) }), person > 0 {
                lead += " " + String(after[..<following[person].range.lowerBound]).trimmed
                after = String(after[following[person].range.lowerBound...])
            }
            if let asked = DirectQuestion(after, opening: lead).text { return asked }
            return "I'd like to know \(everywhere(body))"
        }
        // "Ask Sara about her knee", "ask Sara for her weight" aren't texts.
        return opening.map { GrammarWords.of("asked about").contains($0.folded) } == true ? nil : everywhere(body)
    }

    private func everywhere(_ text: String) -> String { PronounRewriter(text, scope: .everywhere).text }
}
