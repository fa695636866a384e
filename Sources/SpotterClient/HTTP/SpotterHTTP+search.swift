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
    /// From a former answer to the same query: what comes after it.
    public var cursor: String?
    /// Also the parts of each score, and how the query was understood.
    public var explain: Bool

    public init(
        _ query: String,
        mode: SearchMode = .hybrid,
        chatId: ChatID? = nil,
        senderId: UserID? = nil,
        since: Timestamp? = nil,
        until: Timestamp? = nil,
        limit: Int = 10,
        cursor: String? = nil,
        explain: Bool = false
    ) {
        self.query = query
        self.mode = mode
        self.chatId = chatId
        self.senderId = senderId
        self.since = since
        self.until = until
        self.limit = limit
        self.cursor = cursor
        self.explain = explain
    }
}

/// What to mark in a text, in UTF-16 code units.
public struct SearchHighlight: Sendable, Equatable, Codable {
    /// `word` or `passage`.
    public let kind: String
    public let start: Int
    public let length: Int
}

/// What a hybrid score is made of.
public struct SearchScoreParts: Sendable, Equatable, Codable {
    public let meaning: Double
    public let context: Double
    public let words: Double
    public let names: Double
    public let chat: Double
    public let repetition: Double
}

/// How the words of a query were read.
public struct SearchReading: Sendable, Equatable, Codable {
    public struct Person: Sendable, Equatable, Codable {
        public let userId: UserID
        public let name: String
    }

    public struct Group: Sendable, Equatable, Codable {
        public let chatId: ChatID
        public let name: String
    }

    public let text: String
    @Nullable public var since: Timestamp?
    @Nullable public var until: Timestamp?
    public let people: [Person]
    public let groups: [Group]
    @Nullable public var note: String?
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
    public var highlights: [SearchHighlight]?
    public var explain: SearchScoreParts?
}

public struct SearchAnswer: Sendable, Equatable, Codable {
    /// Best first.
    public let results: [SearchHit]
    public let mode: String
    /// Why the mode that was asked for wasn't available, in words.
    @Nullable public var degraded: String?
    /// For what comes after these results; nothing at the end.
    public var nextCursor: String?
    public var understood: SearchReading?
}

extension SpotterHTTP {
    public func search(_ query: SearchQuery) async throws -> SearchAnswer {
        try await send(.post("/v1/search", query))
    }

    /// Messages that mean much the same as one of one's own chats.
    public func related(to message: MessageID, limit: Int = 10) async throws -> SearchAnswer {
        try await send(.get("/v1/messages/\(message)/related", [("limit", "\(limit)")]))
    }
}
