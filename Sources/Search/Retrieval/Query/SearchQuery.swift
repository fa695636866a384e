public import Domain
public import SpotterAPI

/// What to search for, and where. Filters only narrow what the user may see and can't widen it.
public struct SearchQuery: Sendable {
    public static let maxTextLength = 1000
    static let maxFilters = 100

    public var text: String
    public var mode: SearchMode
    /// The chats to search; all of the user's if empty.
    public var chatIds: [ChatID]
    /// The senders whose messages are searched; all if empty.
    public var senderIds: [UserID]
    /// Inclusive.
    public var since: Timestamp?
    /// Exclusive.
    public var until: Timestamp?
    /// 1 to 50.
    public var limit: Int
    /// From a previous response to the same query. Requests the results after it.
    public var cursor: String?
    /// Whether to return the parts of each score, and how the query was understood.
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

    /// The chat, if there is exactly one.
    public var chatId: ChatID? {
        get { chatIds.count == 1 ? chatIds.first : nil }
        set { chatIds = newValue.map { [$0] } ?? [] }
    }

    /// The sender, if there is exactly one.
    public var senderId: UserID? {
        get { senderIds.count == 1 ? senderIds.first : nil }
        set { senderIds = newValue.map { [$0] } ?? [] }
    }

    func validated() throws(SpotterError) -> SearchQuery {
        guard TextLength(0...Self.maxTextLength).admits(text) else {
            throw .invalid("A query holds at most \(Self.maxTextLength) characters; shorten this one.")
        }
        guard !text.trimmed.isEmpty else { throw .invalid("Give a query: a few words or a question.") }
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
