/// One thing that a device does. Numbers named `pick` choose among what the device knows when it comes to it.
enum Step: Sendable, Hashable {
    enum Way: Sendable, Hashable {
        case socket, rest
        /// The same message on both ways, or twice on one socket, at once.
        case both, twice
    }

    enum Mark: Sendable, Hashable {
        case latest
        case behind(Int)
        /// Above everything there is, or below zero.
        case beyond, negative
    }

    enum Cut: Sendable, Hashable {
        case reset, halfClose, close
    }

    enum Positions: Sendable, Hashable {
        case own
        /// So many changes too few in each chat.
        case stale(Int)
        case future
        case none
    }

    case send(chat: Int, number: Int, text: String, reply: Int?, Way)
    /// One of the device's own sends again, as after a lost answer.
    case repeatSend(pick: Int, Way)
    case edit(pick: Int, text: String, Way)
    case delete(pick: Int, Way)
    case react(pick: Int, emoji: String, added: Bool, Way)
    case receipt(chat: Int, isRead: Bool, Mark, Way)
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
    case look(chat: Int)
    case lookAtAll
    case cut(Cut)
    case reconnect(Positions)
    case stopReading, readOn
    /// Waits for the answer to a ping, and so for what came before it.
    case settle
}
