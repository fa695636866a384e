import Domain
import TextReading

/// The kind of a message that requests no action.
package enum QuestionKind: Sendable, Hashable {
    case yes, no, help
    /// Small talk, and its reply.
    case talk(String)
    /// About the user's own calendar.
    case calendar
    /// What a chat was about: "summarise this week with Tom".
    case summary
    /// Writing, advice, general knowledge: can't be answered from messages.
    case beyond
    case chats

    /// Whether such a message may complete an earlier request: anything but small talk and a decision.
    package var mayComplete: Bool {
        switch self {
        case .yes, .no, .help, .talk: false
        case .calendar, .summary, .beyond, .chats: true
        }
    }

    package static func of(_ message: String) -> QuestionKind {
        let words = TextWord.words(of: message).map(\.folded)
        let phrase = words.joined(separator: " ")
        if yesPhrases.contains(phrase) { return .yes }
        if noPhrases.contains(phrase) { return .no }
        if helpPhrases.contains(phrase) || words.isEmpty { return .help }
        if let reply = SmallTalk.reply(to: message) { return .talk(reply) }
        if isSummary(words) { return .summary }
        if isCalendar(words) { return .calendar }
        return isBeyond(words, phrase) ? .beyond : .chats
    }

    private static let yesPhrases = TurnWords.of("kind yes")
    private static let noPhrases = TurnWords.of("kind no")
    private static let helpPhrases = TurnWords.of("kind help")

    /// Whether it is about the user's own calendar: it names calendar things as its own, or a time and nothing else.
    private static func isCalendar(_ words: [String]) -> Bool {
        guard words.allSatisfy({ !talk.contains($0) }) else { return false }
        // In "did I call it comfortable?", it's a verb.
        if let call = words.firstIndex(of: "call"), call > 0,
            TurnWords.of("call subject").contains(words[call - 1])
        {
            return false
        }
        let phrase = words.joined(separator: " ")
        let names = words.contains(where: things.contains)
        // "What's on tomorrow?", not "what's on her mind?"
        if words.count > 2, TurnWords.of("what").contains(words[0]), let on = words.firstIndex(of: "on"),
            on <= 2, on + 1 < words.count, days.contains(words[on + 1])
        {
            return true
        }
        if TurnWords.of("calendar asked").all.contains(where: phrase.hasPrefix) { return true }
        // "What do I have tomorrow?", "do I have anything on Saturday?", but not "what bib number do I have?"
        let mine = TurnWords.of("calendar own").all.contains(where: phrase.contains)
        if mine,
            words.allSatisfy({
                idle.contains($0) || days.contains($0) || things.contains($0) || $0.first?.isNumber ?? false
            })
        {
            return true
        }
        let owns = words.contains { TurnWords.of("owner now").contains($0) }
        return names && owns && openings.contains(words.first ?? "")
    }

    /// Words for what people said and did, which is in the chats.
    private static let talk = TurnWords.of("talk")
    private static let things = EventWords.nouns.union(EventWords.calendars)
        .subtracting(TurnWords.of("not calendar things").all)
    private static let days = TurnWords.of("day words")
    private static let idle = TurnWords.of("calendar idle")
    private static let openings = TurnWords.of("calendar opening")

    private static func isSummary(_ words: [String]) -> Bool {
        let rest = words.drop {
            TurnWords.of("summary polite").contains($0)
        }
        let phrase = rest.joined(separator: " ")
        return TurnWords.of("summary").all.contains(where: phrase.hasPrefix)
    }

    private static func isBeyond(_ words: [String], _ phrase: String) -> Bool {
        let rest = words.drop { TurnWords.of("polite").contains($0) }
        return TurnWords.of("beyond").contains(rest.first ?? "") || TurnWords.of("beyond question").begin(phrase)
            || TurnWords.of("beyond phrase").all.contains(where: phrase.hasPrefix)
    }
}
