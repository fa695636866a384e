/// The frames that a server sends over a socket, as JSON bytes.
public enum ServerFrames {
    public static func event(_ event: ChatEvent) -> [UInt8] {
        JSONWriter.object(capacity: 256 + (event.message?.text.utf8.count ?? 0) * 2) { writer in
            writer.field("type", event.type.rawValue)
            writer.field("chatId", event.chatId)
            writer.field("seq", event.seq)
            if let message = event.message { writer.object("message") { write(message, to: &$0) } }
            if let member = event.member {
                writer.object("member") {
                    $0.field("userId", member.userId)
                    $0.field("displayName", member.displayName)
                    $0.field("change", member.change.rawValue)
                }
            }
            if let name = event.name { writer.field("name", name) }
        }
    }

    public static func ack(requestId: String, message: Message) -> [UInt8] {
        JSONWriter.object { writer in
            writer.field("type", "ack")
            writer.field("id", requestId)
            writer.object("result") { $0.object("message") { write(message, to: &$0) } }
        }
    }

    public static func receipt(_ receipt: Receipt) -> [UInt8] {
        JSONWriter.object { writer in
            writer.field("type", "receipt.updated")
            writer.field("chatId", receipt.chatId)
            writer.field("userId", receipt.userId)
            writer.field("deliveredSeq", receipt.deliveredSeq)
            writer.field("readSeq", receipt.readSeq)
            writer.field("at", receipt.at)
        }
    }

    public static func typing(_ typing: Typing) -> [UInt8] {
        JSONWriter.object { writer in
            writer.field("type", "typing")
            writer.field("chatId", typing.chatId)
            writer.field("userId", typing.userId)
            writer.field("displayName", typing.displayName)
            writer.field("isTyping", typing.isTyping)
            writer.field("expiresInMs", Int64(typing.expiresInMs))
        }
    }

    public static func presence(_ presence: Presence) -> [UInt8] {
        JSONWriter.object { writer in
            writer.field("type", "presence")
            writer.field("userId", presence.userId)
            writer.field("status", presence.status.rawValue)
            writer.field("lastSeen", presence.lastSeen)
        }
    }

    public static func reminderDue(_ reminder: Reminder) -> [UInt8] {
        JSONWriter.object { writer in
            writer.field("type", "reminder.due")
            writer.object("reminder") {
                $0.field("id", reminder.id)
                $0.field("text", reminder.text)
                $0.field("dueAt", reminder.dueAt)
                $0.field("clientId", reminder.clientId)
            }
        }
    }

    private static func write(_ message: Message, to writer: inout JSONWriter) {
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
    }
}
