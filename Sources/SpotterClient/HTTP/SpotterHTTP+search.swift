public import Domain

/// How messages are looked for: by words, by meaning, or both.
public enum SearchMode: String, Sendable, Codable, CaseIterable {
    case hybrid, semantic, text
}

/// A search over all that the user may read, or a part of it.
public struct SearchQuery: Sendable, Equatable, Codable {
    public var query: String
    public var mode: SearchMode
    public var chatId: ChatID?
    public var senderId: UserID?
    /// Included.
    public var since: Timestamp?
    /// Excluded.
    public var until: Timestamp?
    public var limit: Int

    public init(
        _ query: String,
        mode: SearchMode = .hybrid,
        chatId: ChatID? = nil,
        senderId: UserID? = nil,
        since: Timestamp? = nil,
        until: Timestamp? = nil,
        limit: Int = 10
    ) {
        self.query = query
        self.mode = mode
        self.chatId = chatId
        self.senderId = senderId
        self.since = since
        self.until = until
        self.limit = limit
    }
}

public struct SearchHit: Sendable, Equatable, Codable {
    public let messageId: MessageID
    public let chatId: ChatID
    public let clientMessageId: String
    public let senderId: UserID
    public let senderName: String
    public let text: String
    public let sentAt: Timestamp
    /// Higher is better; comparable within one answer only.
    public let score: Double
    /// `semantic`, `text` or `both`.
    public let match: String
}

public struct SearchAnswer: Sendable, Equatable, Codable {
    /// Best first.
    public let results: [SearchHit]
    public let mode: String
    /// Why the mode that was asked for wasn't available, in words.
    @Nullable public var degraded: String?
}

extension SpotterHTTP {
    public func search(_ query: SearchQuery) async throws -> SearchAnswer {
        try await send(.post("/v1/search", query))
    }
}
