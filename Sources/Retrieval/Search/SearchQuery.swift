public import Domain

public enum SearchMode: String, Sendable, Codable, CaseIterable {
    case hybrid, semantic, text
}

/// What to look for, and where. Filters only narrow what the asker may see; nothing here can widen it.
public struct SearchQuery: Sendable {
    public static let longestText = 1000

    public var text: String
    public var mode: SearchMode
    public var chatId: ChatID?
    public var senderId: UserID?
    /// Included.
    public var since: Timestamp?
    /// Excluded.
    public var until: Timestamp?
    /// 1 to 50.
    public var limit: Int

    public init(
        _ text: String,
        mode: SearchMode = .hybrid,
        chatId: ChatID? = nil,
        senderId: UserID? = nil,
        since: Timestamp? = nil,
        until: Timestamp? = nil,
        limit: Int = 10
    ) {
        self.text = text
        self.mode = mode
        self.chatId = chatId
        self.senderId = senderId
        self.since = since
        self.until = until
        self.limit = limit
    }

    func validated() throws(SpotterError) -> SearchQuery {
        guard !text.trimmed.isEmpty else { throw .invalid("Give a query: a few words or a question.") }
        guard text.count <= Self.longestText else {
            throw .invalid("A query holds at most \(Self.longestText) characters; shorten this one.")
        }
        guard (1...50).contains(limit) else { throw .invalid("limit must be 1 to 50.") }
        var query = self
        query.text = text.trimmed
        return query
    }
}

public struct SearchResult: Sendable, Codable, Hashable {
    /// Which of the two ways found it.
    public enum Match: String, Sendable, Codable {
        case semantic, text, both
    }

    public let messageId: MessageID
    public let chatId: ChatID
    public let clientMessageId: String
    public let senderId: UserID
    public let senderName: String
    public let text: String
    public let sentAt: Timestamp
    /// Comparable within one answer. With `semantic` it's the cosine, with `text` BM25.
    public let score: Double
    public let match: Match
}

public struct SearchAnswer: Sendable, Codable {
    /// Best first.
    public let results: [SearchResult]
    /// The mode that was used: less than what was asked for where `degraded` says why.
    public let mode: SearchMode
    @Nullable public var degraded: String?
}
