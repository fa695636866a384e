public import Domain
import SpotterAPI

/// Fetches. Each buffers the events that arrive meanwhile, merges its result, and replays those events.
extension SyncEngine {
    func fetchAll() async throws {
        let asked = try positions()
        let bookmark = eventBuffer.open()
        let chats: [Chat]
        do {
            chats = try await api.chats()
        } catch {
            _ = eventBuffer.close(bookmark)
            throw error
        }
        let events = eventBuffer.close(bookmark)
        let outcome = try cache.write { transaction in
            let replica = replica(transaction)
            var outcome = Replica<CacheTransaction>.Outcome()
            for chat in chats where refetching[chat.id] == nil {
                outcome.add(try replica.merge(chat, asked: asked[chat.id] ?? 0, then: events))
            }
            // Chats that are gone from the list, unless an event for them has arrived since.
            let known = Set(chats.map(\.id)).union(events.compactMap(\.chatId))
            for chat in asked.keys where !known.contains(chat) { outcome.add(try replica.removeChat(chat)) }
            return outcome
        }
        handle(outcome)
        for chat in chats { startDelivery(chat) }
    }

    func fetch(_ id: ChatID) async throws {
        let asked = try positions()[id] ?? 0
        let bookmark = eventBuffer.open()
        let result: Result<Chat, any Error>
        do { result = .success(try await api.chat(id)) } catch { result = .failure(error) }
        let events = eventBuffer.close(bookmark)
        let outcome = try cache.write { transaction in
            do {
                return try replica(transaction).merge(try result.get(), asked: asked, then: events)
            } catch let error as ClientError where error.meansUnknownChat {
                return try replica(transaction).removeChat(id)
            }
        }
        handle(outcome)
    }

    func refetch(_ id: ChatID) async throws {
        guard let bookmark = refetching[id] else { return }
        var fetched: (chat: Chat, page: MessagePage)?
        do {
            let chat = try await api.chat(id)
            fetched = (chat, try await api.messages(in: id))
        } catch let error as ClientError where error.meansUnknownChat {}
        refetching[id] = nil
        let events = eventBuffer.close(bookmark)
        let outcome = try cache.write { transaction in
            guard let fetched else { return try replica(transaction).removeChat(id) }
            return try replica(transaction).reset(fetched.chat, with: fetched.page, then: events)
        }
        handle(outcome)
        if let fetched { startDelivery(fetched.chat) }
    }

    /// Fetches the current state of all chats. A running engine does so by itself.
    /// - Throws: `ClientError`. The cached state stays readable.
    public func refresh() async throws { try await fetchAll() }

    /// The chat that `text` refers to: a name, an e-mail address or an id. Searches the cache first, then asks the
    /// server for contacts without a chat.
    /// - Throws: `ChatFinder.Failure` if nothing or more than one chat matches; `ClientError`.
    public func find(_ text: String) async throws -> Chat {
        if let chat = find(text, among: try chats()) { return chat }
        return try await chat(foundByServer: text)
    }

    /// All chats of the cache, and the one that `text` refers to, as `find` does. They are read once if the cache has it.
    /// - Parameter text: if `nil`, no chat is looked for.
    /// - Throws: `ChatFinder.Failure` if nothing or more than one chat matches; `ClientError`.
    public func chats(finding text: String?) async throws -> (all: [Chat], found: Chat?) {
        let known = try chats()
        guard let text else { return (known, nil) }
        if let chat = find(text, among: known) { return (known, chat) }
        let found = try await chat(foundByServer: text)
        return (try chats(), found)
    }

    private func find(_ text: String, among chats: [Chat]) -> Chat? {
        guard case .chat(let chat)? = try? ChatFinder.find(text, chats: chats, me: me) else { return nil }
        return chat
    }

    private func chat(foundByServer text: String) async throws -> Chat {
        let found = try await api.findChat(text, me: me)
        // The cache may not include the chat yet.
        if try chat(found.id) == nil { try await fetchAll() }
        return found
    }

    // MARK: History

    /// Fetches the latest messages of a chat unless they are cached. Call this when a chat is opened.
    /// - Throws: `ClientError`. The cached messages stay readable.
    public func loadLatest(in chat: ChatID, limit: Int = 50) async throws {
        guard let record = try cache.read({ try $0.record(of: chat) }), record.tail == nil, record.position > 0 else {
            return
        }
        try await load(chat, before: nil, through: record.position, limit: limit)
    }

    /// Fetches messages before a position of the history, as given by a gap.
    /// - Throws: `ClientError`.
    public func loadOlder(in chat: ChatID, before seq: Int64, limit: Int = 50) async throws {
        guard seq > 1 else { return }
        try await load(chat, before: seq, through: seq &- 1, limit: limit)
    }

    /// Fetches messages after a position of the history.
    /// - Parameter asked: the chat's position at the time of the request.
    /// - Returns: whether more of the history is known than before.
    func loadNewer(in chat: ChatID, after seq: Int64, asked: Int64) async throws -> Bool {
        let bookmark = eventBuffer.open()
        let page: MessagePage
        do {
            page = try await api.messages(in: chat, after: seq, limit: 200)
        } catch {
            _ = eventBuffer.close(bookmark)
            throw error
        }
        let events = eventBuffer.close(bookmark)
        let end = min(page.hasMore ? page.messages.last?.seq ?? seq : asked, asked)
        guard end > seq else { return false }
        let outcome = try cache.write {
            try replica($0).add(page, of: chat, after: seq, through: end, asked: asked, then: events)
        }
        handle(outcome)
        return try cache.read { try $0.record(of: chat)?.known.contains(end) ?? false }
    }

    private func load(_ chat: ChatID, before seq: Int64?, through end: Int64, limit: Int) async throws {
        let asked = try positions()[chat] ?? 0
        let bookmark = eventBuffer.open()
        let page: MessagePage
        do {
            page = try await api.messages(in: chat, before: seq, limit: min(max(limit, 1), 200))
        } catch {
            _ = eventBuffer.close(bookmark)
            throw error
        }
        let events = eventBuffer.close(bookmark)
        let outcome = try cache.write {
            // If the chat was refetched meanwhile, the page is too old. The next display of the chat shows the gap
            // again.
            try replica($0).add(page, of: chat, through: end, asked: asked, then: events)
        }
        handle(outcome)
    }
}
