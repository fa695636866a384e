import TextReading

/// Replies to small talk: thanks, a greeting, a good night.
enum SmallTalk {
    /// `nil` if the message is about something.
    static func reply(to message: String) -> String? {
        let words = TextWord.words(of: message).map(\.folded)
        guard !words.isEmpty, words.count <= 9 else { return nil }
        let phrase = words.joined(separator: " ")
        if let first = words.first, ["don't", "dont", "do", "please", "never"].contains(first), isLeavingAlone(words) {
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
        guard let negation = words.firstIndex(where: { ["don't", "dont", "not", "never"].contains($0) }), negation <= 2
        else {
            return false
        }
        return words[(negation + 1)...].prefix(2).contains {
            [
                "cancel", "move", "send", "book", "schedule", "remind", "tell", "message", "change", "delete", "do",
                "reschedule",
            ]
            .contains($0)
        }
    }

    /// The whole message is one of the phrases, with nothing but fillers around it.
    private static func matches(_ phrase: String, _ phrases: [String]) -> Bool {
        for known in phrases where phrase == known || phrase.hasPrefix(known + " ") || phrase.hasSuffix(" " + known) {
            let rest = phrase.replacing(known, with: " ").split(separator: " ")
            if rest.allSatisfy({ fillers.contains(String($0)) }) { return true }
        }
        return false
    }

    private static let fillers: Set<String> = [
        "that's", "thats", "that", "all", "for", "today", "now", "very", "much", "so", "a", "lot", "again", "ok",
        "okay",
        "great", "you", "too", "oh", "ah", "well", "really", "have", "one", "spotter", "everyone", "there", "lol",
        "haha",
        "then", "and", "it", "this", "is", "good", "job", "mate", "see", "later", "tomorrow", "helpful", "perfect",
        "to",
        "know", "the", "cool", "nice", "lovely", "awesome", "wow",
    ]
    private static let greetings = [
        "hi", "hello", "hey", "good morning", "good afternoon", "good evening", "morning", "hola", "buenos dias",
        "bom dia",
        "hallo", "hej", "bonjour",
    ]
    private static let goodbyes = [
        "good night", "goodnight", "bye", "goodbye", "see you", "that's all", "thats all", "that is all", "talk later",
        "signing off", "buenas noches", "adios", "hasta luego",
    ]
    private static let thanks = [
        "thanks", "thank you", "thx", "cheers", "ta", "much appreciated", "appreciate it", "gracias", "obrigado",
        "danke", "tack", "merci",
    ]
    private static let praise = [
        "nice", "awesome", "brilliant", "cool", "good bot", "well done", "lovely", "got it", "great", "perfect", "wow",
        "amazing", "excellent", "sounds great", "good to know",
    ]
    private static let moods = ["how are you", "how's it going", "what's up", "how do you feel", "are you there"]
}
