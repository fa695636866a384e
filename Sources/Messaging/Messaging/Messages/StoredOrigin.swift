import Domain

/// Who wrote a message, as the column `via` stores it: `user`, `assistant`, or `bot:` and the name of an API key. So
/// the mark of a program costs other messages nothing, neither when they're written nor when they're read.
struct StoredOrigin {
    let via: MessageOrigin
    let bot: BotMark?

    private static let prefix = "bot:"

    init(_ text: String) {
        via = MessageOrigin(rawValue: text) ?? .user
        bot = text.hasPrefix(Self.prefix) ? BotMark(name: String(text.dropFirst(Self.prefix.count))) : nil
    }

    static func text(_ via: MessageOrigin, _ bot: BotMark?) -> String {
        bot.map { prefix + $0.name } ?? via.rawValue
    }
}
