public import Domain
public import SpotterAPI

/// What to look for, and where. Filters only narrow what the asker may see; nothing here can widen it.
public struct SearchQuery: Sendable {
    public static let maxTextLength = 1000
    static let maxFilters = 100

    public var text: String
    public var mode: SearchMode
    /// Only there; everywhere without one.
    public var chatIds: [ChatID]
    /// Only from them; from anybody without one.
    public var senderIds: [UserID]
    /// Included.
    public var since: Timestamp?
    /// Excluded.
    public var until: Timestamp?
    /// 1 to 50.
    public var limit: Int
    /// From a former answer to the same query: what comes after it.
    public var cursor: String?
    /// The parts of each score, and how the query was understood.
    public var explain: Bool

    public init(
        _ text: String,
        mode: SearchMode = .hybrid,
        chatId: ChatID? = nil,
        senderId: UserID? = nil,
        since: Timestamp? = nil,
        until: Timestamp? = nil,
        limit: Int = 10,
        cursor: String? = nil,
        explain: Bool = false
    ) {
        self.text = text
        self.mode = mode
        chatIds = chatId.map { [$0] } ?? []
        senderIds = senderId.map { [$0] } ?? []
        self.since = since
        self.until = until
        self.limit = limit
        self.cursor = cursor
        self.explain = explain
    }

    /// The chat, where there's one only.
    public var chatId: ChatID? {
        get { chatIds.count == 1 ? chatIds.first : nil }
        set { chatIds = newValue.map { [$0] } ?? [] }
    }

    /// The sender, where there's one only.
    public var senderId: UserID? {
        get { senderIds.count == 1 ? senderIds.first : nil }
        set { senderIds = newValue.map { [$0] } ?? [] }
    }

    func validated() throws(SpotterError) -> SearchQuery {
        guard !text.trimmed.isEmpty else { throw .invalid("Give a query: a few words or a question.") }
        guard text.count <= Self.maxTextLength else {
            throw .invalid("A query holds at most \(Self.maxTextLength) characters; shorten this one.")
        }
        guard (1...50).contains(limit) else { throw .invalid("limit must be 1 to 50.") }
        guard chatIds.count <= Self.maxFilters, senderIds.count <= Self.maxFilters else {
            throw .invalid("Give at most \(Self.maxFilters) chats and as many senders.")
        }
        if let since, let until, since >= until { throw .invalid("since must be before until.") }
        var query = self
        query.text = text.trimmed
        return query
    }
}
