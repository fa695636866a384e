import Domain
import TextReading

/// Turns what somebody asks about a third person into a question to that person: "she can come at 5" becomes "Can you
/// come at 5?", "he's taken his pills" becomes "Have you taken your pills?", "his knee is" after "how" becomes "How is
/// your knee?".
struct DirectQuestion: Sendable {
    /// `nil` for forms that it can't turn.
    let text: String?

    private static let auxiliaries: Set<String> = [
        "can", "could", "will", "would", "is", "are", "was", "were", "has", "have", "should", "may", "did", "does",
        "had",
        "isn't", "can't",
    ]

    private static let contractions = [
        "she'd": "would", "he'd": "would", "they'd": "would", "she'll": "will", "he'll": "will", "they'll": "will",
    ]

    /// - Parameters:
    ///   - statement: what follows "if" or the question word.
    ///   - opening: the question word.
    init(_ statement: String, opening: String? = nil) {
        let statement = statement.hasSuffix("?") ? String(statement.dropLast()) : statement.withoutTrailingStop
        let words = TextWord.words(of: statement)
        let lead = opening.map { "\($0) " } ?? ""
        guard words.count >= 2 else {
            text = nil
            return
        }
        func tail(after word: TextWord) -> String {
            PronounRewriter(String(statement[word.range.upperBound...]), scope: .everywhere).text
        }
        if let short = Self.contractions[words[0].folded] {
            let isWish =
                short == "would" && ["like", "prefer", "love", "be", "want", "rather"].contains(words[1].folded)
            if short == "will" || isWish {
                text = "\(lead)\(short) you\(tail(after: words[0]))?".capitalizedFirst
                return
            }
        }
        if ["she", "he", "they"].contains(words[0].folded) {
            let verb = words[1]
            if words[0].isPossessive {
                // "he's taken", "she's coming"
                let isPerfect = Participles.contains(verb.folded)
                text = "\(lead)\(isPerfect ? "have" : "are") you\(tail(after: words[0]))?".capitalizedFirst
                return
            }
            if Self.auxiliaries.contains(verb.folded), !Self.isMainVerb(verb, words) {
                let agreeing = PronounRewriter.agreeing[verb.folded] ?? verb.folded
                text = "\(lead)\(agreeing) you\(tail(after: verb))?".capitalizedFirst
                return
            }
            if let (helper, base) = VerbForms.base(of: verb.folded) {
                text = "\(lead)\(helper) you \(base)\(tail(after: verb))?".capitalizedFirst
                return
            }
        }
        guard opening != nil, let last = words.last, ["is", "are", "was", "were"].contains(last.folded) else {
            let subject = ["his", "her", "their"].contains(words[0].folded)
            // "her knee is better"
            if opening == nil, subject, words.count > 2,
                let verb = words.dropFirst().first(where: { Self.auxiliaries.contains($0.folded) })
            {
                let noun = PronounRewriter(String(statement[..<verb.range.lowerBound]).trimmed, scope: .everywhere).text
                text = "\(verb.folded) \(noun)\(tail(after: verb))?".capitalizedFirst
            } else {
                text = nil
            }
            return
        }
        let subject = PronounRewriter(String(statement[..<last.range.lowerBound]).trimmed, scope: .everywhere).text
        text = "\(lead)\(last.folded) \(subject)?".capitalizedFirst
    }

    /// "has a car": the verb isn't a helper.
    private static func isMainVerb(_ verb: TextWord, _ words: [TextWord]) -> Bool {
        guard ["has", "have", "had"].contains(verb.folded), words.count > 2 else { return false }
        return !Participles.contains(words[2].folded)
            && !["not", "to", "ever", "already", "been"].contains(words[2].folded)
    }

    /// A Spanish statement after "si": "puede venir" becomes "¿Puedes venir?".
    init(spanish statement: String) {
        let words = TextWord.words(of: statement)
        guard let first = words.first, let form = RequestVocabulary.read.addressed[first.folded] else {
            text = nil
            return
        }
        let body = statement.hasSuffix("?") ? String(statement.dropLast()) : statement.withoutTrailingStop
        text = "¿\(form.capitalizedFirst)\(body[first.range.upperBound...])?"
    }
}

/// Past participles, as after "has".
private enum Participles {
    private static let irregular: Set<String> = [
        "taken", "been", "seen", "done", "gone", "eaten", "slept", "got", "gotten", "had", "made", "come", "read",
        "paid",
        "sent", "bought", "found", "lost", "felt", "run", "given", "written", "left", "met", "told", "said", "heard",
        "thought", "brought", "begun", "tried", "drunk", "hurt", "put", "set", "kept", "already", "ever",
    ]

    static func contains(_ word: String) -> Bool {
        irregular.contains(word) || (word.hasSuffix("ed") && word.count > 4)
    }
}

/// The base forms of finite verbs, with the helper that a question needs.
private enum VerbForms {
    private static let past = [
        "ate": "eat", "went": "go", "did": "do", "got": "get", "slept": "sleep", "took": "take", "had": "have",
        "felt": "feel", "ran": "run", "made": "make", "saw": "see", "said": "say", "came": "come", "brought": "bring",
        "left": "leave", "lost": "lose", "won": "win", "found": "find", "wrote": "write", "paid": "pay", "sent": "send",
        "drank": "drink", "told": "tell", "thought": "think", "bought": "buy", "heard": "hear", "met": "meet",
        "got up": "get up", "woke": "wake", "chose": "choose", "did it": "do it",
    ]
    private static let present = ["has": "have", "does": "do", "goes": "go"]

    static func base(of verb: String) -> (helper: String, base: String)? {
        if let base = past[verb] { return ("did", base) }
        if let base = present[verb] { return ("do", base) }
        if verb.hasSuffix("ed"), verb.count > 4 {
            let stem = verb.dropLast(2)
            guard let last = stem.last, let before = stem.dropLast().last else { return nil }
            if last == "i" { return ("did", stem.dropLast() + "y") }
            if last == before, !"sl".contains(last) { return ("did", String(stem.dropLast())) }
            return ("did", "vcsgzu".contains(last) && last != before ? stem + "e" : String(stem))
        }
        guard verb.hasSuffix("s"), verb.count > 3, !verb.hasSuffix("ss") else { return nil }
        if verb.hasSuffix("ies") { return ("do", verb.dropLast(3) + "y") }
        if ["ches", "shes", "sses", "xes", "oes"].contains(where: verb.hasSuffix) {
            return ("do", String(verb.dropLast(2)))
        }
        return ("do", String(verb.dropLast()))
    }
}
