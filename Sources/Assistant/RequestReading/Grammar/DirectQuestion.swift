import Domain
import TextReading

/// Turns what somebody asks about a third person into a question to that person: "she can come at 5" becomes "Can you
/// come at 5?", "he's taken his pills" becomes "Have you taken your pills?", "his knee is" after "how" becomes "How is
/// your knee?".
struct DirectQuestion: Sendable {
    /// `nil` for forms that it can't turn.
    let text: String?

    private static let auxiliaries = GrammarWords.of("auxiliary")

    private static let contractions = GrammarWords.meanings("short form")

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
                short == "would" && GrammarWords.of("wished").contains(words[1].folded)
            if short == "will" || isWish {
                text = "\(lead)\(short) you\(tail(after: words[0]))?".capitalizedFirst
                return
            }
        }
        if GrammarWords.of("third subject").contains(words[0].folded) {
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
        guard opening != nil, let last = words.last, GrammarWords.of("being").contains(last.folded) else {
            let subject = GrammarWords.of("third owner").contains(words[0].folded)
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
        guard GrammarWords.of("having").contains(verb.folded), words.count > 2 else { return false }
        return !Participles.contains(words[2].folded)
            && !GrammarWords.of("after having").contains(words[2].folded)
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
    private static let irregular = GrammarWords.of("participle")

    static func contains(_ word: String) -> Bool {
        irregular.contains(word) || (word.hasSuffix("ed") && word.count > 4)
    }
}

/// The base forms of finite verbs, with the helper that a question needs.
private enum VerbForms {
    private static let past = GrammarWords.meanings("past")
    private static let present = GrammarWords.meanings("present")

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
        if GrammarWords.of("s ending").all.contains(where: verb.hasSuffix) {
            return ("do", String(verb.dropLast(2)))
        }
        return ("do", String(verb.dropLast()))
    }
}
