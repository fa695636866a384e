import Domain
import SpotterClient

/// Who is typing where, until it runs out; and when to say that we are.
struct TypingIndicators {
    private struct Key: Hashable {
        let chat: ChatID
        let user: UserID
    }

    private var typing: [Key: Timestamp] = [:]
    private var lastSent: (chat: ChatID, at: Timestamp)?

    /// At most one `typing.start` in this time.
    static let throttleMs: Int64 = 3000

    mutating func note(_ event: Typing, now: Timestamp) {
        let key = Key(chat: event.chatId, user: event.userId)
        // A server that forgets the end mustn't leave somebody typing for ever.
        let lasts = Int64(min(max(event.expiresInMs, 0), 60_000))
        typing[key] = event.isTyping ? now.adding(milliseconds: lasts) : nil
    }

    mutating func stopped(_ user: UserID, in chat: ChatID) { typing[Key(chat: chat, user: user)] = nil }

    mutating func expire(now: Timestamp) { typing = typing.filter { $0.value > now } }

    func users(in chat: ChatID) -> [UserID] { typing.keys.filter { $0.chat == chat }.map(\.user).sorted() }

    /// What to say after a change of the typed line, if it's time to.
    mutating func typed(in chat: ChatID, isEmpty: Bool, now: Timestamp) -> Bool? {
        if isEmpty {
            guard lastSent?.chat == chat else { return nil }
            lastSent = nil
            return false
        }
        if let lastSent, lastSent.chat == chat, now.milliseconds(since: lastSent.at) < Self.throttleMs { return nil }
        lastSent = (chat, now)
        return true
    }

    /// A sent message ends typing by itself.
    mutating func messageSent() { lastSent = nil }
}
