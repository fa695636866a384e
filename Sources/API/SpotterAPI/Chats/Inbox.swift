public import Domain

/// `GET /v1/inbox`: the chats in which somebody waits for an answer, longest first.
///
/// ```swift
/// func next(_ response: InboxResponse) -> ChatID? { response.items.first?.chatId }
/// ```
public struct InboxResponse: APIValue {
    public let items: [InboxItem]

    public init(items: [InboxItem]) { self.items = items }

    public static var example: InboxResponse {
        InboxResponse(
            items: [
                InboxItem(chatId: Examples.chat.id, waitingSince: Examples.time, lastMessage: Examples.message)
            ]
        )
    }
}

/// A chat's state in the inbox, after it was snoozed or done.
public struct InboxStateResponse: APIValue {
    public let state: InboxState

    public init(state: InboxState) { self.state = state }

    public static var example: InboxStateResponse {
        InboxStateResponse(state: InboxState(chatId: Examples.chat.id, doneSeq: 17, snoozedUntil: nil))
    }
}
