/// The `type` of each frame that a client can send.
package enum ClientFrameType: String, CaseIterable, Sendable {
    case hello
    case messageSend = "message.send"
    case messageEdit = "message.edit"
    case messageDelete = "message.delete"
    case reactionSet = "reaction.set"
    case receiptDelivered = "receipt.delivered"
    case receiptRead = "receipt.read"
    case typingStart = "typing.start"
    case typingStop = "typing.stop"
    case presenceSet = "presence.set"
    case ping
}

/// The `type` of each frame that the server sends, but for those of `ChatEvent.Kind` and `Notice.Kind`.
package enum ServerFrameType: String, CaseIterable, Codable, Sendable {
    case welcome
    case ack
    case error
    case pong
    case resync
    case receiptUpdated = "receipt.updated"
    case typing
    case presence
    case draftChanged = "draft.changed"
    case settingsChanged = "settings.changed"
    case contactRequest = "contact.request"
    case userUpdated = "user.updated"
    case noticeSeen = "notice.seen"
    case inboxChanged = "inbox.changed"
    case scheduledChanged = "scheduled.changed"
    case templateChanged = "template.changed"
    case notesChanged = "notes.changed"
    case automaticReply = "automatic.reply"
    case automaticChanged = "automatic.changed"
    case assistantConversation = "assistant.conversation"
}

extension JSONWriter {
    mutating func field(type: ServerFrameType) { field("type", type.rawValue) }
}
