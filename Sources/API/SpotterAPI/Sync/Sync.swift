public import Domain

/// Requests the events after the given positions: `POST /v1/sync`, for clients without a socket.
///
/// ```swift
/// let request = SyncRequest(positions: [chatId: 17])
/// ```
public struct SyncRequest: APIValue {
    /// The latest `seq` seen of each chat. An omitted chat counts as 0.
    public let positions: [ChatID: Int64]

    public init(positions: [ChatID: Int64]) { self.positions = positions }

    private enum CodingKeys: String, CodingKey { case positions }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        positions = try Self.positions(try container.decode([String: Int64].self, forKey: .positions))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(positions.byText, forKey: .positions)
    }

    /// - Throws: `invalid_request` if there are more than 10 000 chats, or if a key isn't a valid id.
    static func positions(_ texts: [String: Int64]) throws -> [ChatID: Int64] {
        guard texts.count <= 10_000 else { throw SpotterError.invalid("positions names more than 10 000 chats.") }
        return try Dictionary(
            texts.map { key, seq in
                guard let id = ChatID(key) else { throw SpotterError.invalid("'\(key.prefix(64))' is not a chat id.") }
                return (id, seq)
            },
            // The same id in upper and lower case: the higher position wins.
            uniquingKeysWith: max
        )
    }

    public static var example: SyncRequest { SyncRequest(positions: [Examples.chat.id: 16]) }
}

/// The missed events, per chat.
public struct SyncResponse: APIValue {
    public let chats: [ChatGap]

    public init(chats: [ChatGap]) { self.chats = chats }

    public static var example: SyncResponse {
        let event = ChatEvent(
            type: .messageCreated,
            chatId: Examples.chat.id,
            seq: 17,
            message: Examples.message
        )
        return SyncResponse(chats: [
            ChatGap(
                chatId: Examples.chat.id,
                seq: 17,
                readSeq: 16,
                unread: 1,
                unreadMentions: 0,
                events: [event],
                resync: false,
                gone: false
            )
        ])
    }
}

extension [ChatID: Int64] {
    /// Chat ids as JSON keys. A dictionary with keys of another type would be encoded as an array.
    var byText: [String: Int64] { Dictionary<String, Int64>(uniqueKeysWithValues: map { ($0.description, $1) }) }
}
