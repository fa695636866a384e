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

    private static let yesPhrases: Set<String> = [
        "yes", "yep", "yeah", "ok", "okay", "sure", "confirm", "confirmed", "do it", "go ahead", "sounds good",
        "please do",
        "yes please", "correct", "perfect", "confirm it", "yes do it", "yes confirm", "book it", "send it",
    ]
    private static let noPhrases: Set<String> = [
        "no", "nope", "cancel", "never mind", "nevermind", "stop", "don't", "no thanks", "cancel that", "cancel it",
        "forget it", "no thank you", "don't do it", "leave it",
    ]
    private static let helpPhrases: Set<String> = [
        "help", "what can you do", "who are you", "how does this work", "what are you", "how do you work",
    ]

    /// Whether it is about the user's own calendar: it names calendar things as its own, or a time and nothing else.
    private static func isCalendar(_ words: [String]) -> Bool {
        guard words.allSatisfy({ !talk.contains($0) }) else { return false }
        // In "did I call it comfortable?", it's a verb.
        if let call = words.firstIndex(of: "call"), call > 0,
            ["i", "you", "we", "they", "he", "she", "to"].contains(words[call - 1])
        {
            return false
        }
        let phrase = words.joined(separator: " ")
        let names = words.contains(where: things.contains)
        // "What's on tomorrow?", not "what's on her mind?"
        if words.count > 2, ["what's", "whats", "what"].contains(words[0]), let on = words.firstIndex(of: "on"),
            on <= 2, on + 1 < words.count, days.contains(words[on + 1])
        {
            return true
        }
        if [
            "am i free", "am i busy", "am i available", "who's next", "who next", "who the next client",
            "who is the next client", "next client", "whos next", "when do i finish",
            "when do i start", "when am i done", "am i seeing", "which clients am i seeing", "who am i seeing",
            "whom am i seeing",
        ].contains(
            where: phrase.hasPrefix
        ) {
            return true
        }
        // "What do I have tomorrow?", "do I have anything on Saturday?", but not "what bib number do I have?"
        let mine = ["do i have", "have i got", "anything on", "anything booked", "look like"].contains(
            where: phrase.contains
        )
        if mine,
            words.allSatisfy({
                idle.contains($0) || days.contains($0) || things.contains($0) || $0.first?.isNumber ?? false
            })
        {
            return true
        }
        let owns = words.contains { ["my", "i", "next", "today", "tomorrow", "upcoming", "we", "our"].contains($0) }
        return names && owns && openings.contains(words.first ?? "")
    }

    /// Words for what people said and did, which is in the chats.
    private static let talk: Set<String> = [
        "say", "said", "says", "mention", "mentioned", "tell", "told", "write", "wrote", "talk", "talked", "discuss",
        "complain", "complained", "ask", "asked", "chat", "message", "messages", "wants", "want", "react", "reacted",
        "reply", "replied", "answer", "answered", "agree", "agreed", "promise", "promised", "moved", "pay", "paid",
        "cost", "costs", "package", "left",
    ]
    private static let things = EventWords.nouns.union(EventWords.calendars).subtracting([
        "train", "gym", "class", "phone", "video",
    ])
    private static let days: Set<String> = [
        "today", "tomorrow", "tonight", "this", "next", "for", "my", "the", "monday", "tuesday", "wednesday",
        "thursday",
        "friday", "saturday", "sunday", "week", "weekend", "morning", "afternoon", "evening", "month",
    ]
    private static let idle: Set<String> = [
        "what", "what's", "do", "i", "have", "got", "anything", "on", "is", "there", "booked", "does", "look", "like",
        "at",
        "and", "in", "with", "who", "when", "how", "many", "much", "planned", "scheduled", "else", "any", "of", "th",
        "st",
    ]
    private static let openings: Set<String> = [
        "when", "when's", "what", "what's", "which", "is", "show", "list", "how", "my", "any", "who", "schedule", "at",
        "do", "did", "has", "have",
    ]

    private static func isSummary(_ words: [String]) -> Bool {
        let rest = words.drop {
            ["please", "can", "could", "you", "would", "hey", "give", "me", "a", "just"].contains($0)
        }
        let phrase = rest.joined(separator: " ")
        return [
            "summarise", "summarize", "sum up", "summary of", "recap", "brief me", "briefing", "catch me up on",
            "what happened with", "resumen", "resume la", "action items", "what was decided",
        ].contains(where: phrase.hasPrefix)
    }

    private static func isBeyond(_ words: [String], _ phrase: String) -> Bool {
        let openings: Set<String> = [
            "write", "draft", "compose", "suggest", "recommend", "explain", "advise", "plan", "create", "translate",
            "calculate", "design", "generate", "imagine", "compare", "analyse", "analyze",
            "rewrite", "improve", "brainstorm", "make", "give", "export", "email", "mail", "print", "order", "buy",
            "download",
            "upload", "forward", "refund", "invoice", "charge",
        ]
        let phrases = [
            "should i", "should we", "how do i", "how should", "how can i", "what should", "what's the best",
            "what is the best", "is it safe", "is it ok to", "what is a ", "what are the best", "can you explain",
            "can you write", "could you write", "tell me a", "what do you think",
        ]
        let rest = words.drop { ["please", "can", "could", "you", "would", "hey"].contains($0) }
        return openings.contains(rest.first ?? "") || phrases.contains(where: phrase.hasPrefix)
    }
}
