import ServerHarness

/// One action of a device. Numbers named `pick` choose among what the device knows at that time.
enum Step: Sendable, Hashable {
    enum Transport: Sendable, Hashable {
        case socket, rest
        /// The same message over both transports, or twice on one socket, at once.
        case both, twice
    }

    enum Mark: Sendable, Hashable {
        case latest
        case behind(Int)
        /// Above the last seq, or below zero.
        case beyond, negative
    }

    enum Positions: Sendable, Hashable {
        case own
        /// This many changes behind, in each chat.
        case stale(Int)
        case future
        case none
    }

    case send(chat: Int, number: Int, text: String, reply: Int?, Transport)
    /// Repeats one of the device's own sends, as after a lost ack.
    case repeatSend(pick: Int, Transport)
    case edit(pick: Int, text: String, Transport)
    case delete(pick: Int, Transport)
    case react(pick: Int, emoji: String, added: Bool, Transport)
    case receipt(chat: Int, isRead: Bool, Mark, Transport)
    case readAll
    case pin(pick: Int, isPinned: Bool)
    case rename(chat: Int, name: String)
    case role(chat: Int, person: Int, isAdmin: Bool)
    case add(chat: Int, person: Int)
    case remove(chat: Int, person: Int)
    case leave(chat: Int)
    case draft(chat: Int, text: String?)
    case settings(chat: Int, isMuted: Bool?, isPinned: Bool?)
    case typing(chat: Int)
    case readChat(chat: Int)
    case readChatList
    case cut(RawSocket.Cut)
    case reconnect(Positions)
    case stopReading, resumeReading
    /// Waits for the pong to a ping, and so for everything that was sent before the ping.
    case settle
}
