public import Domain

/// One message.
///
/// ```swift
/// func text(_ response: MessageResponse) -> String { response.message.text }
/// ```
public struct MessageResponse: APIValue {
    public let message: Message

    public init(message: Message) { self.message = message }
    public static var example: MessageResponse { MessageResponse(message: Examples.message) }
}

/// A page of a chat's history, oldest message first. The server encodes it with `ServerFrames.page`.
///
/// ```swift
/// func oldest(_ page: MessagePage) -> Int64? { page.messages.first?.seq }
/// ```
public struct MessagePage: APIValue, Equatable {
    public let messages: [Message]
    /// Whether there are more messages in the requested direction.
    public let hasMore: Bool
    /// Those who wrote these messages and aren't members any more; absent if there are none.
    public let people: [FormerMember]?

    public struct FormerMember: Sendable, Hashable, Codable {
        public let userId: UserID
        public let displayName: String

        public init(userId: UserID, displayName: String) {
            self.userId = userId
            self.displayName = displayName
        }
    }

    public init(messages: [Message], hasMore: Bool, people: [FormerMember] = []) {
        self.messages = messages
        self.hasMore = hasMore
        self.people = people.isEmpty ? nil : people
    }

    public static var example: MessagePage {
        MessagePage(
            messages: [Examples.message],
            hasMore: true,
            people: [FormerMember(userId: Examples.message.senderId, displayName: "Sara Lindqvist")]
        )
    }
}

/// A message's previous texts, oldest first.
public struct EditsResponse: APIValue {
    public let edits: [MessageEdit]

    public init(edits: [MessageEdit]) { self.edits = edits }

    public static var example: EditsResponse {
        EditsResponse(edits: [MessageEdit(text: "My knee is find again.", at: Examples.time)])
    }
}

/// When a message was delivered to each recipient and read. Recipients who don't share receipts are left out.
public struct ReceiptsResponse: APIValue {
    public let receipts: [MessageReceipt]

    public init(receipts: [MessageReceipt]) { self.receipts = receipts }

    public static var example: ReceiptsResponse {
        ReceiptsResponse(receipts: [
            MessageReceipt(
                userId: Examples.alex,
                displayName: "Alex",
                deliveredAt: Examples.time,
                readAt: nil
            )
        ])
    }
}

/// A message's reactions, in order of first use.
public struct ReactionsResponse: APIValue {
    public let reactions: [Reaction]

    public init(reactions: [Reaction]) { self.reactions = reactions }

    public static var example: ReactionsResponse {
        ReactionsResponse(reactions: [Reaction(emoji: "👍", userIds: [Examples.alex])])
    }
}
