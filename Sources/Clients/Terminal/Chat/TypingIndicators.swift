import Domain
import SpotterClient

/// Who is typing in which chat, and when to send the user's own indicator.
struct TypingIndicators {
    private struct Key: Hashable {
        let chat: ChatID
        let user: UserID
    }

    private var typing: [Key: Timestamp] = [:]
    private var lastSent: (chat: ChatID, at: Timestamp)?

    /// Minimum interval between two `typing.start`, in milliseconds.
    static let throttleMs: Int64 = 3000

    mutating func record(_ event: Typing, now: Timestamp) {
        let key = Key(chat: event.chatId, user: event.userId)
        // Limited, so that a server that never sends the end can't leave somebody typing forever.
        let lasts = Int64(min(max(event.expiresInMs, 0), 60_000))
        typing[key] = event.isTyping ? now.adding(milliseconds: lasts) : nil
    }

    mutating func stopped(_ user: UserID, in chat: ChatID) { typing[Key(chat: chat, user: user)] = nil }

    mutating func expire(now: Timestamp) { typing = typing.filter { $0.value > now } }

    /// When the next of them ends by itself.
    var nextEnd: Timestamp? { typing.values.min() }

    func users(in chat: ChatID) -> [UserID] { typing.keys.filter { $0.chat == chat }.map(\.user).sorted() }

    /// Called after each change of the typed line. Returns the indicator to send, if one is due.
    mutating func userTyped(in chat: ChatID, isEmpty: Bool, now: Timestamp) -> Bool? {
        if isEmpty {
            guard lastSent?.chat == chat else { return nil }
            lastSent = nil
            return false
        }
        if let lastSent, lastSent.chat == chat, now.milliseconds(since: lastSent.at) < Self.throttleMs { return nil }
        lastSent = (chat, now)
        return true
    }

    /// A sent message ends the indicator without a frame of its own.
    mutating func messageSent() { lastSent = nil }
}
