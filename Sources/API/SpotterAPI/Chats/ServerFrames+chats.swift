public import Domain

extension ServerFrames {
    /// The body of `ChatsResponse`. Encoded by hand, because every client asks for it when it begins.
    public static func chats(_ chats: [Chat]) -> [UInt8] {
        var writer = ChatListWriter(members: chats.reduce(0) { $0 + $1.members.count })
        var messages = MessagePageWriter(count: chats.count)
        var entries: [ChatListWriter.Entry] = []
        for chat in chats {
            var places: [Range<Int>] = []
            for member in chat.members { places.append(writer.add(member, isFirst: places.isEmpty)) }
            var last: Int?
            if let message = chat.lastMessage { last = messages.add(message) }
            entries.append(
                .init(
                    chat: chat,
                    members: (places.first?.lowerBound ?? 0)..<(places.last?.upperBound ?? 0),
                    lastMessage: last
                )
            )
        }
        return writer.body(of: entries, messages)
    }

    /// - Parameter parts: writes the last message and the members.
    static func write(_ chat: Chat, to writer: inout JSONWriter, _ parts: (inout JSONWriter) -> Void) {
        writer.field("announcement", chat.announcement)
        if let draft = chat.draft { writer.object("draft") { write(draft, to: &$0) } } else { writer.null("draft") }
        writer.field("id", chat.id)
        writer.field("isPinned", chat.isPinned)
        writer.field("kind", chat.kind.rawValue)
        parts(&writer)
        writer.field("mutedUntil", chat.mutedUntil)
        writer.field("name", chat.name)
        writer.field("photoMediaId", chat.photoMediaId)
        writer.field("pins", chat.pins)
        writer.field("readSeq", chat.readSeq)
        writer.field("seq", chat.seq)
        writer.field("unread", Int64(chat.unread))
        writer.field("unreadMentions", Int64(chat.unreadMentions))
    }

    static func write(_ member: Member, to writer: inout JSONWriter) {
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
