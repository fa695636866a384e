public import Domain

/// A chat that its member has put away: it's out of their list until somebody writes there after `seq`.
///
/// ```swift
/// func isAway(_ chat: Chat, _ archived: ArchivedChat) -> Bool { (chat.lastMessage?.seq ?? 0) <= archived.seq }
/// ```
public struct ArchivedChat: APIValue, Hashable {
    public let chatId: ChatID
    /// The chat's position when it was put away.
    public let seq: Int64

    public init(chatId: ChatID, seq: Int64) {
        self.chatId = chatId
        self.seq = seq
    }

    public static var example: ArchivedChat { ArchivedChat(chatId: Examples.chat.id, seq: 17) }
}

/// `GET /v1/archived-chats`: all that the user has put away, also those where somebody wrote since.
public struct ArchivedChatsResponse: APIValue {
    public let chats: [ArchivedChat]

    public init(chats: [ArchivedChat]) { self.chats = chats }

    public static var example: ArchivedChatsResponse { ArchivedChatsResponse(chats: [.example]) }
}
