import Retrieval

/// Replies to what asks for nothing: thanks, a greeting, a good night.
enum SmallTalk {
    /// `nil` if the message is about something.
    static func reply(to message: String) -> String? {
        let words = TextWord.words(of: message).map(\.folded)
        guard !words.isEmpty, words.count <= 9 else { return nil }
        let phrase = words.joined(separator: " ")
        if matches(phrase, goodbyes) { return "Good night. Nothing is left open here." }
        if matches(phrase, thanks) { return "You're welcome." }
        if matches(phrase, praise) { return "Good to hear." }
        if matches(phrase, moods) { return "I'm a program, and ready. Ask about your chats or your calendar." }
        return nil
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
        "that's", "thats", "that", "all", "for", "today", "now", "very", "much", "so", "a", "lot", "again", "ok", "okay",
        "great", "you", "too", "oh", "ah", "well", "really", "have", "one", "spotter", "everyone", "there", "lol", "haha",
        "then", "and", "it", "this", "is", "good", "job", "mate", "see", "later", "tomorrow", "helpful", "perfect", "to",
        "know", "the",
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
