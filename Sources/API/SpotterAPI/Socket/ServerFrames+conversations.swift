/// Frames for a user's own devices: a conversation with the assistant has changed.
extension ServerFrames {
    /// `{"type":"assistant.conversation","conversationId":"…","revision":…,"deleted":false}`.
    public static func conversation(_ change: ConversationChange) -> [UInt8] {
        JSONWriter.object { writer in
            writer.field(type: .assistantConversation)
            writer.field("conversationId", change.conversationId)
            writer.field("revision", change.revision)
            writer.field("deleted", change.deleted)
        }
    }
}
