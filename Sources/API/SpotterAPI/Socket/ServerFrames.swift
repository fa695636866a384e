public import Domain

/// The events and acks that a server sends over a socket, as JSON bytes. They are encoded by hand, with a fixed order
/// of keys, because they are on the hot path.
///
/// ```swift
/// let event = ServerFrames.created(stored)
/// let ack = ServerFrames.ack(requestId: "1", message: event.message)
/// ```
public enum ServerFrames {
    /// A message as JSON, for use in several frames.
    public static func message(_ message: Message) -> [UInt8] {
        JSONWriter.object(capacity: 640 + message.text.utf8.count) { write(message, to: &$0) }
    }

    /// A page of history as the body of a response: `{"messages":[…],"hasMore":…}`, with `people` if some have left.
    public static func page(_ page: MessagePage) -> [UInt8] {
        var writer = MessagePageWriter(count: page.messages.count)
        let numbers = page.messages.map { writer.add($0) }
        return writer.body(of: numbers, hasMore: page.hasMore, people: page.people ?? [])
    }

    static func write(_ people: [MessagePage.FormerMember], to writer: inout JSONWriter) {
        guard !people.isEmpty else { return }
        writer.list("people", people) { list, person in
            list.object {
                $0.field("userId", person.userId)
                $0.field("displayName", person.displayName)
            }
        }
    }

    /// `message.created`, and the message as JSON within it, for the ack: it's encoded once.
    public static func created(_ message: Message) -> (frame: [UInt8], message: ArraySlice<UInt8>) {
        var place = 0..<0
        let frame = JSONWriter.object(capacity: 768 + message.text.utf8.count) { writer in
            writer.field("type", ChatEvent.Kind.messageCreated.rawValue)
            writer.field("chatId", message.chatId)
            writer.field("seq", message.seq)
            place = writer.object("message") { write(message, to: &$0) }
        }
        return (frame, frame[place])
    }

    /// The body of `MessageResponse` with a message that is already JSON.
    public static func response(message: ArraySlice<UInt8>) -> [UInt8] {
        JSONWriter.object(capacity: 64 + message.count) { $0.raw("message", message) }
    }

    /// An ack with a message that is already JSON.
    public static func ack(requestId: String, message: ArraySlice<UInt8>) -> [UInt8] {
        JSONWriter.object(capacity: 64 + requestId.utf8.count + message.count) { writer in
            writer.field(type: .ack)
            writer.field("id", requestId)
            writer.object("result") { $0.raw("message", message) }
        }
    }

    public static func event(_ event: ChatEvent) -> [UInt8] {
        JSONWriter.object(capacity: 640 + (event.message?.text.utf8.count ?? 0) * 2) { writer in
            writer.field("type", event.type.rawValue)
            writer.field("chatId", event.chatId)
            writer.field("seq", event.seq)
            if let message = event.message { writer.object("message") { write(message, to: &$0) } }
            if let reaction = event.reaction { writer.object("reaction") { write(reaction, to: &$0) } }
            if let member = event.member { writer.object("member") { write(member, to: &$0) } }
            if let name = event.name { writer.field("name", name) }
            if event.type == .chatUpdated { writer.field("photoMediaId", event.photoMediaId) }
            if let pins = event.pins { writer.field("pins", pins) }
            if let announcement = event.announcement { writer.field("announcement", announcement) }
        }
    }

    public static func receipt(_ receipt: Receipt) -> [UInt8] {
        JSONWriter.object { writer in
            writer.field(type: .receiptUpdated)
            writer.field("chatId", receipt.chatId)
            writer.field("userId", receipt.userId)
            writer.field("deliveredSeq", receipt.deliveredSeq)
            writer.field("readSeq", receipt.readSeq)
            writer.field("at", receipt.at)
        }
    }

    public static func typing(_ typing: Typing) -> [UInt8] {
        JSONWriter.object { writer in
            writer.field(type: .typing)
            writer.field("chatId", typing.chatId)
            writer.field("userId", typing.userId)
            writer.field("displayName", typing.displayName)
            writer.field("isTyping", typing.isTyping)
            writer.field("expiresInMs", Int64(typing.expiresInMs))
        }
    }

    public static func presence(_ presence: Presence) -> [UInt8] {
        JSONWriter.object { writer in
            writer.field(type: .presence)
            writer.field("userId", presence.userId)
            writer.field("status", presence.status.rawValue)
            writer.field("lastSeen", presence.lastSeen)
        }
    }

    public static func draft(_ change: DraftChange) -> [UInt8] {
        JSONWriter.object { writer in
            writer.field(type: .draftChanged)
            writer.field("chatId", change.chatId)
            guard let draft = change.draft else { return writer.null("draft") }
            writer.object("draft") { write(draft, to: &$0) }
        }
    }

    public static func settings(_ settings: ChatSettings) -> [UInt8] {
        JSONWriter.object { writer in
            writer.field(type: .settingsChanged)
            writer.field("chatId", settings.chatId)
            writer.field("mutedUntil", settings.mutedUntil)
            writer.field("isPinned", settings.isPinned)
        }
    }

    public static func contactRequest(_ request: ReceivedContactRequest) -> [UInt8] {
        JSONWriter.object { writer in
            writer.field(type: .contactRequest)
            writer.object("request") {
                $0.field("id", request.id)
                $0.field("userId", request.userId)
                $0.field("displayName", request.displayName)
                $0.field("at", request.at)
            }
        }
    }

    public static func user(_ change: UserChange) -> [UInt8] {
        JSONWriter.object { writer in
            writer.field(type: .userUpdated)
            writer.field("userId", change.userId)
            writer.field("displayName", change.displayName)
            writer.field("photoMediaId", change.photoMediaId)
            if let timezone = change.timezone { writer.field("timezone", timezone) }
        }
    }
}
