import Domain
import Live
import Messaging

/// The chats that a client was told that it's in, where servers share a database.
///
/// There, changes are read later than they were made. A client isn't told of a membership that had ended when it was welcomed,
/// or that has begun and ended unseen.
struct KnownChats {
    private var chats: Set<ChatID>

    init(_ chats: some Sequence<ChatID>) { self.chats = Set(chats) }

    /// Notes the chats that the client joins and leaves by what it's told.
    /// - Returns: whether the client may hear of it.
    mutating func mayHear(of delivery: OutboundFrame, _ user: UserID) -> Bool {
        guard let chat = delivery.position?.chatId else { return true }
        if delivery.isOfEndedMembership {
            guard chats.contains(chat) else { return false }
        } else if delivery.admits(user) {
            chats.insert(chat)
        }
        if delivery.dismisses(user) { chats.remove(chat) }
        return true
    }
}
