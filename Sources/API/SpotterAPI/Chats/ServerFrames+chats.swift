public import Domain

extension ServerFrames {
    /// The body of `ChatsResponse`. Encoded by hand, because every client asks for it when it begins.
    public static func chats(_ chats: [Chat]) -> [UInt8] {
        let size = chats.reduce(64) { size, chat in
            let text = chat.lastMessage.map { 640 + $0.text.utf8.count } ?? 0
            return size + 384 + 224 * chat.members.count + text
        }
        return JSONWriter.object(capacity: size) { writer in
            writer.list("chats", chats) { list, chat in list.object { write(chat, to: &$0) } }
        }
    }

    private static func write(_ chat: Chat, to writer: inout JSONWriter) {
        writer.field("announcement", chat.announcement)
        if let draft = chat.draft { writer.object("draft") { write(draft, to: &$0) } } else { writer.null("draft") }
        writer.field("id", chat.id)
        writer.field("isPinned", chat.isPinned)
        writer.field("kind", chat.kind.rawValue)
        if let last = chat.lastMessage {
            writer.object("lastMessage") { write(last, to: &$0) }
        } else {
            writer.null("lastMessage")
        }
        writer.list("members", chat.members) { list, member in list.object { write(member, to: &$0) } }
        writer.field("mutedUntil", chat.mutedUntil)
        writer.field("name", chat.name)
        writer.field("photoMediaId", chat.photoMediaId)
        writer.field("pins", chat.pins)
        writer.field("readSeq", chat.readSeq)
        writer.field("seq", chat.seq)
        writer.field("unread", Int64(chat.unread))
        writer.field("unreadMentions", Int64(chat.unreadMentions))
    }

    private static func write(_ member: Member, to writer: inout JSONWriter) {
        writer.field("deliveredSeq", member.deliveredSeq)
        writer.field("displayName", member.displayName)
        writer.field("joinedSeq", member.joinedSeq)
        writer.field("photoMediaId", member.photoMediaId)
        writer.field("readSeq", member.readSeq)
        writer.field("role", member.role.rawValue)
        writer.field("userId", member.userId)
    }

    static func write(_ draft: ChatDraft, to writer: inout JSONWriter) {
        writer.field("text", draft.text)
        writer.field("replyTo", draft.replyTo)
        writer.field("updatedAt", draft.updatedAt)
    }
}
