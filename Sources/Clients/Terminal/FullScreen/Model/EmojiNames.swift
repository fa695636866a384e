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

    static func names(beginning prefix: String) -> [(name: String, emoji: String)] {
        table.filter { $0.name.hasPrefix(prefix) }
    }

    /// `:name:` or `name`.
    static func emoji(for name: String) -> String? {
        let name = name.lowercased().filter { $0 != ":" }
        return table.first { $0.name == name }?.emoji
    }
}
