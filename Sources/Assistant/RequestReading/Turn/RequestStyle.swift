/// What kind of text a request wants.
package enum RequestStyle {
    package static func composes(_ words: [String], _ cue: RequestReader.Cue) -> Bool {
        words[cue.words].contains(where: composing.contains) || words.contains(where: manners.contains)
            || zip(words, words.dropFirst()).contains { $0 == "in" && languages.contains($1) }
    }

    package static func relays(_ words: [String]) -> Bool { words.contains(where: relaying.contains) }

    package static func isBulk(_ words: [String]) -> Bool { words.contains(where: bulk.contains) }

    private static let composing: Set<String> = [
        "draft", "compose", "thank", "congratulate", "apologise", "apologize", "invite", "wish", "check", "follow",
        "reach",
        "touch", "encourage", "welcome", "greet", "cheer", "chase", "nudge", "write", "answer", "reassure", "praise",
        "word",
        "warn", "reply", "respond", "contact",
    ]
    private static let manners: Set<String> = [
        "about", "regarding", "friendly", "nice", "polite", "kind", "short", "motivating", "motivational",
        "encouraging",
        "warm", "cheerful", "summary", "recap", "translate", "translated", "asking", "thanking", "inviting",
        "explaining",
        "offering", "congratulating", "apologising", "apologizing", "something", "professional", "funny", "gentle",
        "firm",
        "politely", "nicely", "kindly", "wishing", "reminding", "telling", "letting", "draft", "follow-up", "check-in",
    ]
    private static let relaying: Set<String> = [
        "forward", "relay", "pass", "share", "quote", "summary", "recap", "summarise", "summarize", "copy", "paste",
    ]
    private static let languages: Set<String> = [
        "spanish", "german", "french", "portuguese", "swedish", "italian", "arabic", "english", "dutch", "danish",
        "norwegian", "polish", "japanese", "chinese", "turkish", "russian", "hindi",
    ]
    private static let bulk: Set<String> = [
        "all", "everything", "every", "everyone", "everybody", "both", "sessions", "calls", "events", "appointments",
        "trainings", "meetings", "clear", "whole", "entire", "each", "bookings", "todo", "alle", "alles", "todas",
        "todos", "toda", "tudo", "samtliche", "tout", "toute", "tous", "toutes", "allt", "alla", "samtliga",
    ]
}
