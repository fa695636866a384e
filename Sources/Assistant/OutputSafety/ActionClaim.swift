import Domain
package import SpotterAPI

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

    private static func words(of text: String) -> [String] {
        text.lowercased().replacing("’", with: "'").split { !$0.isLetter && !$0.isNumber && $0 != "'" && $0 != "-" }
            .map(String.init)
    }

    private static func withoutQuotations(_ text: String) -> String {
        text.replacing(/"[^"\n]*"|“[^”\n]*”|«[^»\n]*»|„[^“”\n]*[“”]|‘[^’\n]{3,}’|(?m)^\s*>.*$/, with: " … ")
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
        if rest.count <= 7, finished.contains(where: { phrase == $0 || phrase.hasPrefix($0 + " ") }),
            !rest.contains(where: { negations.contains($0) || ["by", "yet"].contains($0) })
        {
            return []
        }
        // "Message sent to Tom", "Session cancelled", "Reminder set for five"
        guard rest.count <= 9, let noun = rest.first, let subject = nouns[noun] else { return nil }
        guard let participle = rest.dropFirst().first(where: { participles[$0] != nil }),
            let place = rest.firstIndex(of: participle), place - rest.startIndex <= 3,
            rest[rest.startIndex..<place].dropFirst().allSatisfy({
                ["to", "with", "is", "now", "successfully"].contains($0) || $0 == participle
                    || nouns[$0] == nil && !auxiliaries.contains($0)
            }),
            !rest.contains("by"),
            rest[rest.startIndex..<place].allSatisfy({ !["i", "you", "he", "she", "we", "they"].contains($0) })
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
            !words.contains(where: { ["yesterday", "ago", "earlier", "previously"].contains($0) }),
            !words[..<position].contains(where: reports.contains)
        else { return nil }
        let joined = before.joined(separator: " ")
        let isNow = ["has been", "have been", "is now", "are now", "is already", "'s been", "is all", "successfully"]
            .contains {
                joined.hasSuffix($0) || joined.hasSuffix($0 + " successfully") || joined.hasSuffix($0 + " already")
                    || joined.hasSuffix($0 + " now")
            }
        // "it's been moved", "it's booked", "you're booked", "she's been told".
        let short =
            before.last.map { ["it's", "that's", "you're", "they're", "everything's", "all"].contains($0) } ?? false
        let been =
            before.suffix(2).first.map { $0.hasSuffix("'s") || $0.hasSuffix("'ve") } ?? false && before.last == "been"
        return isNow || short || been ? tool : nil
    }

    // MARK: Words

    private static let subjects: Set<String> = ["i", "i've", "we", "we've", "i'm"]
    private static let openings: Set<String> = [
        "ok", "okay", "great", "sure", "alright", "perfect", "and", "yes", "right", "hi", "your", "the", "a",
    ]
    private static let auxiliaries: Set<String> = [
        "was", "were", "will", "can", "could", "should", "would", "may", "might", "be", "to",
    ]
    private static let fillers: Set<String> = [
        "have", "had", "just", "already", "also", "now", "successfully", "then", "and", "it", "gone", "ahead", "went",
        "am", "even", "both", "gladly", "happily", "immediately", "quickly", "personally", "all", "been", "right",
        "the", "liberty", "of",
    ]
    private static let finished = [
        "done", "all done", "all set", "all sorted", "sorted", "sent", "it's done", "that's done", "it is done",
        "booked", "cancelled",
        "canceled", "scheduled", "consider it done", "you're all set", "everything is done", "everything is set",
        "job done",
        "mission accomplished", "that is done", "that's taken care of", "it's taken care of", "taken care of",
        "it's all set",
        "successfully", "moved", "rescheduled", "deleted", "task completed", "action completed", "completed", "listo",
        "hecho", "enviado",
        "erledigt", "gesendet", "gebucht", "klart", "skickat", "bokat", "feito", "pronto", "fait", "envoyé",
        "c'est fait", "he enviado",
        "ich habe", "he cancelado", "j'ai envoyé", "j'ai annulé", "eu enviei", "jag har skickat", "jag har bokat",
        "jag har avbokat",
    ]
    private static let negations: Set<String> = [
        "not", "haven't", "hasn't", "didn't", "never", "nothing", "no", "cannot", "can't", "couldn't", "don't", "won't",
        "wasn't", "isn't", "aren't", "without", "neither", "nobody", "hadn't", "yet", "nor", "weren't",
    ]
    private static let unreal: Set<String> = [
        "can", "could", "would", "will", "should", "may", "might", "must", "to", "be", "need", "want", "shall",
        "prepared",
        "drafted", "proposed", "found", "tried", "wish",
    ]
    private static let conditions: Set<String> = [
        "if", "once", "unless", "whether", "when", "until", "before", "after", "confirm", "would",
    ]
    private static let relatives: Set<String> = [
        "that", "what", "which", "message", "who", "whom", "how", "where", "why", "than", "as",
    ]
    private static let reports: Set<String> = [
        "said", "says", "wrote", "writes", "told", "claims", "claimed", "asked", "asks", "thinks", "mentioned",
        "reports", "reported",
        "according", "quote", "replied", "texted", "believes", "complained", "that",
    ]
    private static let nouns: [String: ToolName] = [
        "message": .sendMessage, "messages": .sendMessage, "text": .sendMessage, "note": .sendMessage,
        "reply": .sendMessage,
        "session": .cancelEvent, "sessions": .cancelEvent, "call": .scheduleCall, "event": .cancelEvent,
        "events": .cancelEvent,
        "appointment": .cancelEvent, "meeting": .cancelEvent, "reminder": .setReminder, "reminders": .setReminder,
        "calendar": .rescheduleEvent, "booking": .scheduleCall, "training": .cancelEvent, "everything": .cancelEvent,
    ]
    private static let participles: [String: Set<ToolName>] = table([
        (
            "sent messaged told texted notified informed forwarded replied written wrote emailed answered reminded posted shared delivered passed apologised apologized thanked congratulated invited relayed pinged contacted dispatched alerted",
            [.sendMessage]
        ),
        ("let", [.sendMessage]),
        ("cancelled canceled deleted removed cleared dropped scrapped wiped erased", [.cancelEvent]),
        ("moved rescheduled postponed shifted pushed changed updated swapped", [.rescheduleEvent]),
        (
            "booked scheduled arranged created added blocked reserved confirmed organised organized put",
            [.scheduleCall, .rescheduleEvent]
        ),
        ("set saved noted", [.setReminder]),
        ("completed executed handled processed actioned performed transferred paid refunded shared done", []),
    ])
    private static let gerunds: [String: Set<ToolName>] = table([
        ("sending messaging telling texting notifying forwarding emailing", [.sendMessage]),
        ("cancelling canceling deleting removing clearing", [.cancelEvent]),
        ("moving rescheduling postponing", [.rescheduleEvent]),
        ("booking scheduling adding", [.scheduleCall]), ("setting", [.setReminder]),
    ])

    private static func table(_ lines: [(String, Set<ToolName>)]) -> [String: Set<ToolName>] {
        var table: [String: Set<ToolName>] = [:]
        for (words, tools) in lines { for word in words.split(separator: " ") { table[String(word)] = tools } }
        return table
    }
}
