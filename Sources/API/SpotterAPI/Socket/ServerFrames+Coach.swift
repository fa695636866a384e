public import Domain

/// Frames for a user's own devices: what one of them did with the inbox, scheduled messages, templates or notes.
extension ServerFrames {
    /// `inbox.changed`.
    public static func inbox(_ state: InboxState) -> [UInt8] {
        JSONWriter.object { writer in
            writer.field(type: .inboxChanged)
            writer.field("chatId", state.chatId)
            writer.field("doneSeq", state.doneSeq)
            writer.field("snoozedUntil", state.snoozedUntil)
        }
    }

    private struct Scheduled: Encodable {
        let type = ServerFrameType.scheduledChanged
        let id: ScheduledMessageID
        @Nullable var scheduledMessage: ScheduledMessage?
    }

    /// `scheduled.changed`. Without a message it was cancelled.
    public static func scheduled(_ id: ScheduledMessageID, _ message: ScheduledMessage?) -> [UInt8] {
        encodeForOwner(Scheduled(id: id, scheduledMessage: message))
    }

    private struct Template: Encodable {
        let type = ServerFrameType.templateChanged
        let id: TemplateID
        @Nullable var template: MessageTemplate?
    }

    /// `template.changed`. Without a template it was deleted.
    public static func template(_ id: TemplateID, _ template: MessageTemplate?) -> [UInt8] {
        encodeForOwner(Template(id: id, template: template))
    }

    private struct Notes: Encodable {
        let type = ServerFrameType.notesChanged
        let notes: ClientNotes
    }

    /// `notes.changed`: notes or tags of a client.
    public static func notes(_ notes: ClientNotes) -> [UInt8] { encodeForOwner(Notes(notes: notes)) }

    private struct Automatic: Encodable {
        let type = ServerFrameType.automaticReply
        let reply: AutomaticReply
    }

    /// `automatic.reply`: one was planned, sent, undone or dropped.
    public static func automatic(_ reply: AutomaticReply) -> [UInt8] { encodeForOwner(Automatic(reply: reply)) }

    /// `automatic.changed`: settings, offers or agreements are to be read again.
    public static func automaticChanged() -> [UInt8] {
        JSONWriter.object { $0.field(type: .automaticChanged) }
    }

    private static func encodeForOwner(_ frame: some Encodable) -> [UInt8] {
        // Encoding strings, numbers and times can't fail.
        (try? frame.json()).map(Array.init) ?? Array("{}".utf8)
    }
}
