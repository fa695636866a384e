public import Domain

/// How messages are looked for: by words, by meaning, or both.
public enum SearchMode: String, Sendable, Codable, CaseIterable {
    case hybrid, semantic, text
}

/// Searches all that the user may read, or a part of it: `POST /v1/search`.
///
/// ```swift
/// let request = SearchRequest("How is Sara's knee?", since: lastMonth)
/// ```
public struct SearchRequest: APIValue, Equatable {
    public var query: String
    /// `hybrid` if left out.
    public var mode: SearchMode?
    public var chatId: ChatID?
    /// Together with `chatId`: only there.
    public var chatIds: [ChatID]?
    public var senderId: UserID?
    /// Together with `senderId`: only from them.
    public var senderIds: [UserID]?
    /// Included.
    public var since: Timestamp?
    /// Excluded.
    public var until: Timestamp?
    /// 1 to 50; 10 if left out.
    public var limit: Int?
    /// From a former answer to the same query: what comes after it.
    public var cursor: String?
    /// Also the parts of each score, and how the query was understood.
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
