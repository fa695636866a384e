public import Domain

/// How messages are searched: by words, by meaning, or both.
public enum SearchMode: String, Sendable, Codable, CaseIterable {
    case hybrid, semantic, text
}

/// Searches all messages that the user may read, or some of them: `POST /v1/search`.
///
/// ```swift
/// let request = SearchRequest("How is Sara's knee?", since: lastMonth)
/// ```
public struct SearchRequest: APIValue, Equatable {
    public var query: String
    /// `hybrid` if omitted.
    public var mode: SearchMode?
    public var chatId: ChatID?
    /// Further chats to search besides `chatId`; all of the user's if neither is given.
    public var chatIds: [ChatID]?
    public var senderId: UserID?
    /// Further senders to search besides `senderId`; all if neither is given.
    public var senderIds: [UserID]?
    /// Inclusive.
    public var since: Timestamp?
    /// Exclusive.
    public var until: Timestamp?
    /// 1 to 50; 10 if omitted.
    public var limit: Int?
    /// From a previous response to the same query. Requests the results after it.
    public var cursor: String?
    /// Whether to return the parts of each score, and how the query was understood.
    public var explain: Bool?

    public init(
        _ query: String,
        mode: SearchMode? = nil,
        chatId: ChatID? = nil,
        chatIds: [ChatID]? = nil,
        senderId: UserID? = nil,
        senderIds: [UserID]? = nil,
        since: Timestamp? = nil,
        until: Timestamp? = nil,
        limit: Int? = nil,
        cursor: String? = nil,
        explain: Bool? = nil
    ) {
        self.query = query
        self.mode = mode
        self.chatId = chatId
        self.chatIds = chatIds
        self.senderId = senderId
        self.senderIds = senderIds
        self.since = since
        self.until = until
        self.limit = limit
        self.cursor = cursor
        self.explain = explain
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        query = try container.decode(String.self, forKey: .query)
        since = try container.decodeIfPresent(Timestamp.self, forKey: .since)
        until = try container.decodeIfPresent(Timestamp.self, forKey: .until)
        limit = try container.decodeIfPresent(Int.self, forKey: .limit)
        cursor = try container.decodeIfPresent(String.self, forKey: .cursor)
        explain = try container.decodeIfPresent(Bool.self, forKey: .explain)
        mode = try container.wordIfPresent(.mode, "mode must be hybrid, semantic or text.")
        chatId = try container.idIfPresent(.chatId, orThrow: SpotterError.notAMember)
        chatIds = try container.idsIfPresent(.chatIds, orThrow: SpotterError.notAMember)
        senderId = try container.idIfPresent(.senderId, orThrow: SpotterError.notFound("person"))
        senderIds = try container.idsIfPresent(.senderIds, orThrow: SpotterError.notFound("person"))
    }

    public static var example: SearchRequest { SearchRequest("How is Sara's knee?", mode: .hybrid, limit: 10) }
}
