import Domain
import Retrieval

/// Rewrites what the user wants another person to know as a message to that person: "that I'm late" becomes "I'm late",
/// and "if she can come at 5" becomes "Can you come at 5?".
struct MessageComposer: Sendable {
    /// The request's verb: `tell`, `ask`, …
    let verb: String
    /// What follows the recipient.
    let rest: String

    /// Words that only introduce the message.
    static let carriers: Set<String> = [
        "a", "an", "the", "quick", "short", "message", "text", "note", "line", "msg", "dm", "reply", "saying", "say",
        "says", "that", "which", "know", "and", "him", "her", "them", "reading", "with",
    ]

    /// `nil` if the request contains no text.
    var text: String? {
        var words = TextWord.words(of: rest)[...]
        var connector = ""
        while let word = words.first,
            Self.carriers.contains(word.folded) || ["to", "if", "whether"].contains(word.folded)
        {
            // In "her knee is fine", "her" belongs to the message.
            if ["him", "her", "them", "with"].contains(word.folded), connector.isEmpty { break }
            if word.folded == "and", connector.isEmpty { break }
            connector = word.folded
            words.removeFirst()
            if ["to", "if", "whether", "that", "saying"].contains(connector) { break }
        }
        if connector == "to", ["say", "tell"].contains(words.first?.folded ?? "") {
            words.removeFirst()
            while let word = words.first, ["that", "him", "her", "them"].contains(word.folded) { words.removeFirst() }
            connector = "that"
        }
        guard let first = words.first, first.folded != "about" || connector == "that" else { return nil }
        let body = String(rest[first.range.lowerBound...]).trimmed
        guard !body.isEmpty else { return nil }
        return worded(body, connector: connector).capitalizedFirst
    }

    private func worded(_ body: String, connector: String) -> String {
        let isAsking = verb == "ask"
        switch connector {
        case "to":
            let request = PronounRewriter(body, scope: .everywhere).text.withoutTrailingStop
            switch verb {
            case "ask": return "Could you \(request)?"
            case "remind": return "Remember to \(request)"
            default: return "Please \(request)"
            }
        case "if", "whether":
            return question(body) ?? "I'd like to know if \(PronounRewriter(body, scope: .everywhere).text)"
        default: break
        }
        guard isAsking else { return PronounRewriter(body, scope: .whenItOpens).text }
        let opening = TextWord.words(of: body).first
        if let opening, ["how", "what", "when", "where", "who", "why", "which"].contains(opening.folded) {
            let after = String(body[opening.range.upperBound...]).trimmed
            if let asked = question(after, opening: opening.text) { return asked }
            return "I'd like to know \(PronounRewriter(body, scope: .everywhere).text)"
        }
        return PronounRewriter(body, scope: .everywhere).text
    }

    /// "she can come at 5" becomes "Can you come at 5?", and "his knee is" becomes "is your knee?". `nil` for other
    /// forms.
    private func question(_ statement: String, opening: String? = nil) -> String? {
        let statement =
            statement.withoutTrailingStop.hasSuffix("?") ? String(statement.dropLast()) : statement.withoutTrailingStop
        let words = TextWord.words(of: statement)
        let auxiliaries: Set<String> = [
            "can", "could", "will", "would", "is", "are", "was", "were", "has", "have", "should", "may",
        ]
        let lead = opening.map { "\($0) " } ?? ""
        if words.count >= 2, ["she", "he", "they"].contains(words[0].folded), auxiliaries.contains(words[1].folded) {
            let verb = PronounRewriter.agreeing[words[1].folded] ?? words[1].folded
            let tail = PronounRewriter(String(statement[words[1].range.upperBound...]), scope: .everywhere).text
            return "\(lead)\(verb) you\(tail)?".capitalizedFirst
        }
        guard opening != nil, let last = words.last, ["is", "are", "was", "were"].contains(last.folded), words.count > 1
        else { return nil }
        let subject = PronounRewriter(String(statement[..<last.range.lowerBound]).trimmed, scope: .everywhere).text
        return "\(lead)\(last.folded) \(subject)?".capitalizedFirst
    }
}
