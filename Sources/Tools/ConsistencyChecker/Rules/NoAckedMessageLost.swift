import Domain

/// An ack means that the message is on disk: every acked message and change is in the chat at the end, unaltered.
enum NoAckedMessageLost: Rule {
    static let name = "no acked loss"

    static func check(_ history: History, _ facts: Facts) -> [Violation] {
        sends(history, facts) + changes(history, facts)
    }

    private static func sends(_ history: History, _ facts: Facts) -> [Violation] {
        history.sends.compactMap { send in
            guard let promised = send.message, let id = promised.id, let chat = facts.chats[send.chat] else {
                return nil
            }
            guard let stored = chat.created[id] else {
                return Violation(self, "\(send.key) was acked as \(id) and is gone", chat: send.chat, seq: promised.seq)
            }
            for field in ["seq", "senderId", "clientMessageId", "createdAt", "replyTo"]
            where stored[field] != promised[field] {
                return Violation(self, "\(send.key) changed its \(field)", chat: send.chat, seq: promised.seq)
            }
            let isChanged = chat.editedCount[id] != nil || chat.deletedSeq[id] != nil
            if !isChanged, stored["text"] != promised["text"] {
                return Violation(self, "\(send.key) changed its text by itself", chat: send.chat, seq: promised.seq)
            }
            return nil
        }
    }

    /// Only edits and deletions, because other changes give no event if they change nothing.
    private static func changes(_ history: History, _ facts: Facts) -> [Violation] {
        var acked: [String: (change: History.Change, count: Int)] = [:]
        for change in history.changes where change.isDone {
            guard change.event == "message.edited" || change.event == "message.deleted" else { continue }
            acked["\(change.event) \(change.subject)", default: (change, 0)].count += 1
        }
        return acked.values.compactMap { change, count in
            guard let chat = facts.chats[change.chat] else { return nil }
            let happened =
                change.event == "message.edited"
                ? chat.editedCount[change.subject] ?? 0 : chat.deletedSeq[change.subject] == nil ? 0 : 1
            guard happened < min(count, change.event == "message.edited" ? .max : 1) else { return nil }
            return Violation(
                self,
                "\(count) × \(change.event) of \(change.subject) were answered, \(happened) happened",
                chat: change.chat
            )
        }
    }
}
