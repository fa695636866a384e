public import Domain

/// One chat.
///
/// ```swift
/// func unread(_ response: ChatResponse) -> Int { response.chat.unread }
/// ```
public struct ChatResponse: APIValue {
    public let chat: Chat

    public init(chat: Chat) { self.chat = chat }
    public static var example: ChatResponse { ChatResponse(chat: Examples.chat) }
}

/// `GET /v1/chats`: latest activity first.
public struct ChatsResponse: APIValue {
    public let chats: [Chat]

    public init(chats: [Chat]) { self.chats = chats }
    public static var example: ChatsResponse { ChatsResponse(chats: [Examples.chat]) }
}

/// `GET /v1/chats/{chatId}/members`.
public struct MembersResponse: APIValue {
    public let members: [Member]

    public init(members: [Member]) { self.members = members }
    public static var example: MembersResponse { MembersResponse(members: Examples.members) }
}
