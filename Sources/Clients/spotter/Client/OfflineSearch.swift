import Domain
import SpotterAPI
import SpotterClient
import Terminal

/// A search for words in the local copy, when the server can't be reached.
struct OfflineSearch {
    private let client: LoggedInClient
    private let reason: ClientError

    init(_ client: LoggedInClient, because reason: ClientError) {
        self.client = client
        self.reason = reason
    }

    /// - Returns: the answer in the server's form, and the chats.
    /// - Throws: why the server can't be reached, if there's no local copy; `ChatFinder.Failure`.
    func answer(
        _ query: String,
        chat: String?,
        from: String?,
        since: Timestamp?,
        until: Timestamp?,
        limit: Int
    ) async throws -> (SearchResponse, [Chat]) {
        let engine = try client.syncEngine()
        let chats = try await engine.chats()
        guard !chats.isEmpty else { throw reason }
        var place: ChatID?
        if let chat, case .chat(let found) = try ChatFinder.find(chat, chats: chats, me: client.me.id) {
            place = found.id
        }
        var sender: UserID?
        if let from { sender = try PersonFinder.find(from, chats: chats, contacts: [], me: client.me) }
        let isFiltered = sender != nil || since != nil || until != nil
        let words = query.split(whereSeparator: \.isWhitespace).map { String($0) }
        let messages = try await engine.messages(containing: words, in: place, limit: isFiltered ? .max : limit)
        let results = messages.lazy.filter { message in
            (sender == nil || message.senderId == sender) && (since.map { message.createdAt >= $0 } ?? true)
                && (until.map { message.createdAt < $0 } ?? true)
        }.prefix(limit)
        return (SearchResponse(cached: results, of: chats, because: reason), chats)
    }
}
