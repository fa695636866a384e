/// Names of the emoji that people send each other most, as other messengers spell them.
enum EmojiNames {
    private static let table: [(name: String, emoji: String)] = [
        ("+1", "👍"), ("thumbsup", "👍"), ("-1", "👎"), ("thumbsdown", "👎"), ("ok", "👌"), ("heart", "❤️"),
        ("smile", "😄"), ("grin", "😁"), ("joy", "😂"), ("wink", "😉"), ("blush", "😊"), ("cry", "😢"), ("sob", "😭"),
        ("angry", "😠"), ("sweat", "😅"), ("tired", "😫"), ("sleepy", "😴"), ("thinking", "🤔"), ("shrug", "🤷"),
        ("clap", "👏"), ("pray", "🙏"), ("muscle", "💪"), ("wave", "👋"), ("eyes", "👀"), ("fire", "🔥"), ("star", "⭐"),
        ("sparkles", "✨"), ("tada", "🎉"), ("party", "🥳"), ("100", "💯"), ("check", "✅"), ("x", "❌"),
        ("warning", "⚠️"), ("question", "❓"), ("exclamation", "❗"), ("calendar", "📅"), ("clock", "🕒"),
        ("memo", "📝"), ("camera", "📷"), ("video", "📹"), ("phone", "📞"), ("money", "💶"), ("weight", "🏋️"),
        ("run", "🏃"), ("bike", "🚴"), ("swim", "🏊"), ("yoga", "🧘"), ("walk", "🚶"), ("medal", "🏅"), ("trophy", "🏆"),
        ("apple", "🍎"), ("salad", "🥗"), ("coffee", "☕"), ("water", "💧"), ("sun", "☀️"), ("rain", "🌧️"), ("snow", "❄️"),
        ("bandage", "🩹"), ("pill", "💊"), ("bone", "🦴"), ("knee", "🦵"), ("foot", "🦶"), ("hospital", "🏥"),
    ]

    /// All emoji of one scalar, by their names in Unicode: `person_climbing`.
    private static let named: [(name: String, emoji: String)] =
        [0x203C...0x3299, 0x1F004...0x1FAFF].joined().compactMap { value in
            guard let scalar = Unicode.Scalar(UInt32(value)), scalar.properties.isEmoji,
                !scalar.properties.isEmojiModifier, let name = scalar.properties.name
            else { return nil }
            // Selector 16 asks for the picture where there is a letter of the same number.
            let emoji = String(scalar) + (scalar.properties.isEmojiPresentation ? "" : "\u{FE0F}")
            return (name.lowercased().replacing(" ", with: "_").replacing("-", with: "_"), emoji)
        }

    /// The usual ones first, then all that have a word in their names that begins so.
    static func names(beginning prefix: String) -> [(name: String, emoji: String)] {
        let usual = table.filter { $0.name.hasPrefix(prefix) }
        let known = Set(usual.map(\.emoji))
        let others = named.filter { $0.name.hasPrefix(prefix) || $0.name.contains("_" + prefix) }
        return usual + others.filter { !known.contains($0.emoji) }
    }

    /// `:name:` or `name`.
    static func emoji(for name: String) -> String? {
        let name = name.lowercased().filter { $0 != ":" }
        return (table.first { $0.name == name } ?? named.first { $0.name == name })?.emoji
    }
}
