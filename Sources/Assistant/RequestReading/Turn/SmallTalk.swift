import TextReading

/// Replies to small talk: thanks, a greeting, a good night.
enum SmallTalk {
    /// `nil` if the message is about something.
    static func reply(to message: String) -> String? {
        let words = TextWord.words(of: message).map(\.folded)
        guard !words.isEmpty, words.count <= 9 else { return nil }
        let phrase = words.joined(separator: " ")
        if let first = words.first, TurnWords.of("leaving opening").contains(first), isLeavingAlone(words) {
            return "All right, I leave everything as it is."
        }
        if matches(phrase, greetings) {
            return "Hello. Ask about your chats or your calendar, or say what you want done."
        }
        if matches(phrase, goodbyes) { return "Good night. Nothing is left open here." }
        if matches(phrase, thanks) { return "You're welcome." }
        if matches(phrase, praise) { return "Good to hear." }
        if matches(phrase, moods) { return "I'm a program, and ready. Ask about your chats or your calendar." }
        return nil
    }

    /// "Don't cancel anything", "please don't send that".
    private static func isLeavingAlone(_ words: [String]) -> Bool {
        guard let negation = words.firstIndex(where: { TurnWords.of("leaving negation").contains($0) }), negation <= 2
        else {
            return false
        }
        return words[(negation + 1)...].prefix(2).contains {
            TurnWords.of("left alone").contains($0)
        }
    }

    /// The whole message is one of the phrases, with nothing but fillers around it.
    private static func matches(_ phrase: String, _ phrases: WordList) -> Bool {
        for known in phrases.all where phrase == known || phrase.hasPrefix(known + " ") || phrase.hasSuffix(" " + known)
        {
            let rest = phrase.replacing(known, with: " ").split(separator: " ")
            if rest.allSatisfy({ fillers.contains(String($0)) }) { return true }
        }
        return false
    }

    private static let fillers = TurnWords.of("talk filler")
    private static let greetings = TurnWords.of("talk greeting")
    private static let goodbyes = TurnWords.of("talk goodbye")
    private static let thanks = TurnWords.of("talk thanks")
    private static let praise = TurnWords.of("talk praise")
    private static let moods = TurnWords.of("talk mood")
}
