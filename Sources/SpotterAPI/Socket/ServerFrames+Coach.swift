public import Domain

/// Frames for a user's own other devices: what one of them did with the inbox or with scheduled messages.
extension ServerFrames {
    /// `inbox.changed`.
    public static func inbox(_ state: InboxState) -> [UInt8] {
        JSONWriter.object { writer in
            writer.field("type", "inbox.changed")
            writer.field("chatId", state.chatId)
            writer.field("doneSeq", state.doneSeq)
            writer.field("snoozedUntil", state.snoozedUntil)
        }
    }

    private struct Scheduled: Encodable {
        let type = "scheduled.changed"
        let id: ScheduledMessageID
        @Nullable var scheduledMessage: ScheduledMessage?
    }

    /// `scheduled.changed`. Without a message it was cancelled.
    public static func scheduled(_ id: ScheduledMessageID, _ message: ScheduledMessage?) -> [UInt8] {
        // Encoding strings, numbers and times can't fail.
        (try? Scheduled(id: id, scheduledMessage: message).json()).map(Array.init) ?? Array("{}".utf8)
    }
}
