public import Domain
import SpotterAPI

/// What's asked for instead of told. Each fetch keeps the events that come meanwhile, merges, and repeats them.
extension SpotterSession {
    func fetchAll() async throws {
        let asked = try positions()
        let bookmark = journal.open()
        let chats: [Chat]
        do {
            chats = try await api.chats()
        } catch {
            _ = journal.close(bookmark)
            throw error
        }
        let events = journal.close(bookmark)
        let outcome = try cache.write { transaction in
            let replica = replica(transaction)
            var outcome = Replica<CacheTransaction>.Outcome()
            for chat in chats where distrusted[chat.id] == nil {
                outcome.add(try replica.merge(chat, asked: asked[chat.id] ?? 0, then: events))
            }
            // Gone while we were away; unless something came of it since.
            let known = Set(chats.map(\.id)).union(events.compactMap(\.chatId))
            for chat in asked.keys where !known.contains(chat) { outcome.add(try replica.leave(chat)) }
            return outcome
        }
        note(outcome)
        for chat in chats { await confirm(chat) }
    }

    func fetch(_ id: ChatID) async throws {
        let asked = try positions()[id] ?? 0
        let bookmark = journal.open()
        let result: Result<Chat, any Error>
        do { result = .success(try await api.chat(id)) } catch { result = .failure(error) }
        let events = journal.close(bookmark)
        let outcome = try cache.write { transaction in
            do {
                return try replica(transaction).merge(try result.get(), asked: asked, then: events)
            } catch let error as ClientError where error.meansNoSuchChat {
                return try replica(transaction).leave(id)
            }
        }
        note(outcome)
    }

    func fetchAnew(_ id: ChatID) async throws {
        guard let bookmark = distrusted[id] else { return }
        var fetched: (chat: Chat, page: MessagePage)?
        do {
            let chat = try await api.chat(id)
            fetched = (chat, try await api.messages(in: id))
        } catch let error as ClientError where error.meansNoSuchChat {}
        distrusted[id] = nil
        let events = journal.close(bookmark)
        let outcome = try cache.write { transaction in
            guard let fetched else { return try replica(transaction).leave(id) }
            return try replica(transaction).begin(fetched.chat, with: fetched.page, then: events)
        }
        note(outcome)
        if let fetched { await confirm(fetched.chat) }
    }

    /// Messages that came while nobody followed.
    private func confirm(_ chat: Chat) async {
        guard let last = chat.lastMessage, let mine = chat.members.first(where: { $0.userId == me }) else { return }
        guard mine.deliveredSeq < last.seq, chat.unread > 0 || last.senderId != me else { return }
        await live?.transmit(.delivered(chat.id, seq: last.seq))
    }

    /// Fetches what the server says of all chats now. A running session does it by itself.
    /// - Throws: `ClientError`; what's known stays readable.
    public func refresh() async throws { try await fetchAll() }

    /// The chat that `text` means: a name, an address, an id. Looks here first; asks the server for people with whom
    /// there's no chat yet.
    /// - Throws: `ChatFinder.Failure` when nothing or too much matches.
    public func find(_ text: String) async throws -> Chat {
        if case .chat(let chat)? = try? ChatFinder.find(text, chats: chats(), me: me) { return chat }
        let found = try await api.findChat(text, me: me)
        // The cache may be older than the chat.
        if try chat(found.id) == nil { try await fetchAll() }
        return found
    }

    // MARK: History

    /// Gets the latest messages of a chat unless they're here. To be called when a chat is opened.
    /// - Throws: `ClientError`; what's known stays readable.
    public func loadLatest(in chat: ChatID, limit: Int = 50) async throws {
        guard let record = try cache.read({ try $0.record(of: chat) }), record.tail == nil, record.position > 0 else {
            return
        }
        try await load(chat, before: nil, through: record.position, limit: limit)
    }

    /// Gets messages from right before a place of the history, as a gap names it.
    public func loadOlder(in chat: ChatID, before seq: Int64, limit: Int = 50) async throws {
        guard seq > 1 else { return }
        try await load(chat, before: seq, through: seq &- 1, limit: limit)
    }

    private func load(_ chat: ChatID, before seq: Int64?, through end: Int64, limit: Int) async throws {
        let asked = try positions()[chat] ?? 0
        let bookmark = journal.open()
        let page: MessagePage
        do {
            page = try await api.messages(in: chat, before: seq, limit: min(max(limit, 1), 200))
        } catch {
            _ = journal.close(bookmark)
            throw error
        }
        let events = journal.close(bookmark)
        let outcome = try cache.write {
            // Begun anew meanwhile: the page is too old, and the next look at the chat shows the gap again.
            try replica($0).add(page, of: chat, through: end, asked: asked, then: events)
        }
        note(outcome)
    }
}
