import Domain
package import SpotterAPI
import TextReading

/// Finds sentences in which a model says that it has acted. No answer of a model acts: a proposal waits for the user.
///
/// Reports of what people did are no claims: what is quoted, cited or told of somebody else.
package enum ActionClaim {
    package static func correction(hasProposals: Bool) -> String {
        hasProposals
            ? "(Correction: nothing has been done yet. What I have prepared waits for you to confirm it.)"
            : "(Correction: nothing has been done. I sent no message and changed nothing.)"
    }

    /// - Parameter done: the tools whose proposals the user has confirmed in this conversation: claims of these may be true.
    package static func isIn(_ text: String, butFor done: Set<ToolName> = []) -> Bool {
        sentences(of: withoutQuotations(text)).contains { sentence in
            guard let claimed = claim(in: sentence) else { return false }
            return claimed.isEmpty ? done.isEmpty : claimed.isDisjoint(with: done)
        }
    }

    // MARK: Sentences

    private struct Sentence {
        let words: [String]
        let isQuestion: Bool
        let isCited: Bool
    }

    private static func sentences(of text: String) -> [Sentence] {
        var found: [Sentence] = []
        var current = ""
        func end(_ mark: Character?) {
            let words = words(of: current)
            if !words.isEmpty {
                found.append(
                    Sentence(words: words, isQuestion: mark == "?", isCited: current.contains(/\[\d+\]/))
                )
            }
            current = ""
        }
        var previous: Character?
        for character in text {
            if let before = previous, ".!?".contains(before), character.isWhitespace || character == "[" {
                // A marker after the full stop still belongs to the sentence.
                if character != "[" { end(before) }
            } else if character == "\n" || character == ";" {
                end(previous)
            }
            current.append(character)
            previous = character
        }
        end(previous)
        return found
    }

    static func words(of text: String) -> [String] {
        TextWord.words(of: text).map { $0.text.lowercased().replacing("’", with: "'") }
    }

    private static func withoutQuotations(_ text: String) -> String {
        text.replacing(
            /"[^"\n]*"|“[^”\n]*”|«[^»\n]*»|„[^“”\n]*[“”]|‘[^’\n]{3,}’|(?:^|[\s(])'[^\n]{3,}?'(?=[\s.,;:!?)]|$)|(?m)^\s*>.*$/,
            with: " … "
        )
    }

    // MARK: Claims

    /// The tools of which the sentence claims that they were used; empty if it doesn't say which. `nil` if it claims
    /// nothing.
    private static func claim(in sentence: Sentence) -> Set<ToolName>? {
        let words = sentence.words
        guard !sentence.isQuestion, !words.contains(where: conditions.contains) else { return nil }
        if let short = short(words) { return short }
        for position in words.indices {
            if let claim = active(words, at: position) ?? (sentence.isCited ? nil : passive(words, at: position)) {
                return claim
            }
        }
        return nil
    }

    /// "Done.", "Message sent!", "All set", "Consider it done."
    private static func short(_ words: [String]) -> Set<ToolName>? {
        let rest = words.drop { openings.contains($0) }
        let phrase = rest.joined(separator: " ")
        if rest.count <= 7, finished.all.contains(where: { phrase == $0 || phrase.hasPrefix($0 + " ") }),
            !rest.contains(where: { negations.contains($0) || ["by", "yet"].contains($0) })
        {
            return []
        }
        // "Message sent to Tom", "Session cancelled", "Reminder set for five"
        guard rest.count <= 9, let noun = rest.first, let subject = nouns[noun] else { return nil }
        guard let participle = rest.dropFirst().first(where: { participles[$0] != nil }),
            let place = rest.firstIndex(of: participle), place - rest.startIndex <= 3,
            rest[rest.startIndex..<place].dropFirst().allSatisfy({
                table["before participle"].contains($0) || $0 == participle
                    || nouns[$0] == nil && !auxiliaries.contains($0)
            }),
            !rest.contains("by"),
            rest[rest.startIndex..<place].allSatisfy({ !table["person"].contains($0) })
        else { return nil }
        return [subject]
    }

    /// "I've sent", "I just went ahead and cancelled", "we moved"
    private static func active(_ words: [String], at position: Int) -> Set<ToolName>? {
        guard subjects.contains(words[position]) else { return nil }
        // "Sara said I sent it", "what I told her", "the message I sent".
        let before = position > 0 ? words[position - 1] : ""
        guard !words[..<position].contains(where: reports.contains), !relatives.contains(before) else { return nil }
        var next = position + 1
        var isPerfect = words[position] == "i've" || words[position] == "we've"
        let isProgressive = words[position] == "i'm"
        let limit = min(words.count, position + 7)
        while next < limit {
            let word = words[next]
            if negations.contains(word) || unreal.contains(word) { return nil }
            if let tool = participles[word] {
                return isProgressive || word == "read" ? nil : tool
            }
            if isProgressive || word == "am" || words[next - 1] == "of", let tool = gerunds[word] { return tool }
            if word == "have" || word == "had" { isPerfect = true }
            if !fillers.contains(word) {
                if word == "done", isPerfect { return [] }
                if let tool = gerunds[word], words[next - 1] == "am" || words[next - 1] == "now" { return tool }
                if word == "went" || word == "gone" || word == "got" || word == "taken" || word == "took" {
                    next += 1
                    continue
                }
                return nil
            }
            next += 1
        }
        return nil
    }

    /// "The session has been cancelled", "it's booked", "Tom was notified"
    private static func passive(_ words: [String], at position: Int) -> Set<ToolName>? {
        guard let tool = participles[words[position]], position > 0, words[position] != "read" else { return nil }
        let before = words[max(0, position - 4)..<position]
        guard !words.contains("by"), !before.contains(where: negations.contains),
            !before.contains(where: unreal.contains),
            !words.contains(where: { table["past"].contains($0) }),
            !words[..<position].contains(where: reports.contains)
        else { return nil }
        let joined = before.joined(separator: " ")
        let isNow = table["is now"].all.contains {
            joined.hasSuffix($0) || joined.hasSuffix($0 + " successfully") || joined.hasSuffix($0 + " already")
                || joined.hasSuffix($0 + " now")
        }
        // "it's been moved", "it's booked", "you're booked", "she's been told".
        let short =
            before.last.map { table["it is"].contains($0) } ?? false
        let been =
            before.suffix(2).first.map { $0.hasSuffix("'s") || $0.hasSuffix("'ve") } ?? false && before.last == "been"
        return isNow || short || been ? tool : nil
    }

    // MARK: Words

    private static let subjects = table["subject"]
    private static let openings = table["opening"]
    private static let auxiliaries = table["auxiliary"]
    private static let fillers = table["filler"]
    private static let finished = table["finished"]
    private static let negations = table["negation"]
    private static let unreal = table["unreal"]
    private static let conditions = table["condition"]
    private static let relatives = table["relative"]
    private static let reports = table["report"]
    private static let nouns = table.meanings("noun").compactMapValues(ToolName.init(rawValue:))
    private static let participles = tools("participle")
    private static let gerunds = tools("gerund")

    /// By verb the tools of which it claims that they were used; none if it may be any.
    private static func tools(_ kind: String) -> [String: Set<ToolName>] {
        table.meanings(kind).mapValues { names in
            Set(names.split(separator: "+").compactMap { ToolName(rawValue: String($0)) })
        }
    }

    /// `Words/*-claims.tsv`: as words are read here, with accents and "'s".
    static let table = WordTable([
        PackageResources.en_claims_tsv, PackageResources.es_claims_tsv, PackageResources.de_claims_tsv,
        PackageResources.fr_claims_tsv, PackageResources.pt_claims_tsv, PackageResources.sv_claims_tsv,
    ])
}
