public import Domain

/// Asks which of the user's chats differ from what the client has: `POST /v1/chats/changes`.
///
/// ```swift
/// let request = ChatChangesRequest(known: [chat.id: "9f8e7d6c5b4a3f2e"])
/// ```
public struct ChatChangesRequest: APIValue {
    /// The tag of each chat as it was answered last. A chat that is left out is answered whatever it is like.
    public let known: [ChatID: String]

    public init(known: [ChatID: String] = [:]) { self.known = known }

    private enum CodingKeys: String, CodingKey { case known }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let texts = try container.decode([String: String].self, forKey: .known)
        guard texts.count <= 10_000 else { throw SpotterError.invalid("known names more than 10 000 chats.") }
        // What is no id names no chat, and is left out.
        known = Dictionary(texts.compactMap { key, tag in ChatID(key).map { ($0, tag) } }) { first, _ in first }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        let texts = Dictionary(uniqueKeysWithValues: known.map { ($0.description, $1) })
        try container.encode(texts, forKey: .known)
    }

    public static var example: ChatChangesRequest {
        ChatChangesRequest(known: [Examples.chat.id: "9f8e7d6c5b4a3f2e"])
    }
}

/// The chats that differ, and those of the request that the user isn't in any more. The server encodes it with
/// `ChatListWriter`.
///
/// ```swift
/// func tags(_ response: ChatChangesResponse) -> [String] { response.chats.map(\.tag) }
/// ```
public struct ChatChangesResponse: APIValue {
    /// A chat, and what it's recognised by as long as nothing about it has changed.
    public struct Tagged: Sendable, Codable, Hashable {
        public let chat: Chat
        public let tag: String

        public init(chat: Chat, tag: String) {
            self.chat = chat
            self.tag = tag
        }
    }

    public let chats: [Tagged]
    public let gone: [ChatID]

    public init(chats: [Tagged], gone: [ChatID]) {
        self.chats = chats
        self.gone = gone
    }

    public static var example: ChatChangesResponse {
        ChatChangesResponse(chats: [Tagged(chat: Examples.chat, tag: "9f8e7d6c5b4a3f2e")], gone: [])
    }
}
