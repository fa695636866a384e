import Domain

/// The parts of a chat's events. `WireTests` compares them with the output of the coders.
extension ServerFrames {
    static func write(_ message: Message, to writer: inout JSONWriter) {
        writer.field("id", message.id)
        writer.field("chatId", message.chatId)
        writer.field("seq", message.seq)
        writer.field("senderId", message.senderId)
        writer.field("clientMessageId", message.clientMessageId)
        writer.field("text", message.text)
        writer.field("replyTo", message.replyTo)
        writer.field("createdAt", message.createdAt)
        writer.field("editedAt", message.editedAt)
        writer.field("deletedAt", message.deletedAt)
        writer.field("status", message.status.rawValue)
        writer.field("via", message.via.rawValue)
        if let bot = message.bot { writer.object("bot") { $0.field("name", bot.name) } }
        if let quote = message.quote { writer.object("quote") { write(quote, to: &$0) } } else { writer.null("quote") }
        writer.list("media", message.media) { list, media in list.object { write(media, to: &$0) } }
        writer.list("reactions", message.reactions) { list, reaction in
            list.object {
                $0.field("emoji", reaction.emoji)
                $0.field("userIds", reaction.userIds)
            }
        }
        writer.field("mentions", message.mentions)
        writer.field("editCount", Int64(message.editCount))
        if let imported = message.imported { writer.field("imported", imported) }
        if let transcript = message.transcript { writer.object("transcript") { write(transcript, to: &$0) } }
    }

    private static func write(_ transcript: Transcript, to writer: inout JSONWriter) {
        writer.field("status", transcript.status.rawValue)
        writer.field("text", transcript.text)
        if let language = transcript.language { writer.field("language", language) }
        // A number of seconds is written by Swift as JSON has it, as long as it is one.
        if let duration = transcript.duration, duration.isFinite {
            writer.raw("duration", Array("\(duration)".utf8)[...])
        }
    }

    static func write(_ reaction: ChatEvent.ReactionChange, to writer: inout JSONWriter) {
        writer.field("messageId", reaction.messageId)
        writer.field("userId", reaction.userId)
        writer.field("emoji", reaction.emoji)
        writer.field("added", reaction.added)
    }

    static func write(_ member: ChatEvent.MemberChange, to writer: inout JSONWriter) {
        writer.field("userId", member.userId)
        writer.field("displayName", member.displayName)
        writer.field("change", member.change.rawValue)
        if let role = member.role { writer.field("role", role.rawValue) }
        if let photo = member.photoMediaId { writer.field("photoMediaId", photo) }
    }

    private static func write(_ quote: Quote, to writer: inout JSONWriter) {
        writer.field("messageId", quote.messageId)
        writer.field("senderId", quote.senderId)
        writer.field("text", quote.text)
        writer.field("deleted", quote.deleted)
    }

    private static func write(_ media: Media, to writer: inout JSONWriter) {
        writer.field("id", media.id)
        writer.field("kind", media.kind.rawValue)
        writer.field("mimeType", media.mimeType)
        writer.field("fileName", media.fileName)
        writer.field("size", media.size)
        writer.field("width", media.width.map(Int64.init))
        writer.field("height", media.height.map(Int64.init))
        writer.field("thumbnail", media.thumbnail)
    }
}
