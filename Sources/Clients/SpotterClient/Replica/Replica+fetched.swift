import Domain
import SpotterAPI

/// Results of requests. Each is merged first. Then `replay` applies the events that arrived since the request, so that
/// neither permanently overwrites newer data of the other.
extension Replica {
    /// Merges a fetched chat; its history stays.
    /// - Parameters:
    ///   - asked: the chat's position at the time of the request, 0 if it was unknown.
    ///   - events: the events since the request.
    func merge(_ chat: Chat, asked: Int64, then events: [ServerEvent]) throws -> Outcome {
        guard !isInterrupted(chat.id, events) else { return Outcome(stale: [chat.id]) }
        let before = try store.record(of: chat.id)
        var record = before ?? CachedChat(chat)
        record.chat = chat
        record.isStale = false
        if record != before { try store.save(record) }
        var outcome = try replay(events, in: chat.id, after: before == nil ? chat.seq : asked)
        guard let after = try store.record(of: chat.id) else { return outcome }
        if var before, after.chat.seq < before.chat.seq {
            // Another process has applied events that haven't reached this one, so the stored state is newer.
            before.isStale = true
            try store.save(before)
            outcome.stale.insert(chat.id)
        }
        if after != before { outcome.changed.insert(chat.id) }
        return outcome
    }

    /// Replaces all data of a chat by the fetched chat and its latest page. The page must be requested after the chat.
    func reset(_ chat: Chat, with page: MessagePage, then events: [ServerEvent]) throws -> Outcome {
        try store.removeMessages(of: chat.id)
        var record = CachedChat(chat)
        record.formerNames = try store.record(of: chat.id)?.formerNames ?? [:]
        try storePage(page, in: &record, through: chat.seq)
        try store.save(record)
        var outcome = try replay(events, in: chat.id, after: chat.seq)
        outcome.changed.insert(chat.id)
        return outcome
    }

    /// Adds a page of history to a chat whose events are followed.
    /// - Parameters:
    ///   - start: for a page that was requested after a position: that position.
    ///   - end: the requested end: a known position, or the chat's position.
    ///   - asked: the chat's position at the time of the request.
    func add(
        _ page: MessagePage,
        of chat: ChatID,
        after start: Int64? = nil,
        through end: Int64,
        asked: Int64,
        then events: [ServerEvent]
    ) throws -> Outcome {
        guard !isInterrupted(chat, events), var record = try store.record(of: chat) else { return Outcome() }
        try storePage(page, in: &record, after: start, through: end)
        try store.save(record)
        var outcome = try replay(events, in: chat, after: asked)
        outcome.changed.insert(chat)
        return outcome
    }

    /// Whether events were skipped since the request, so that the result is too old to be brought up to date.
    func isInterrupted(_ chat: ChatID, _ events: [ServerEvent]) -> Bool {
        events.contains { event in
            if case .resync(let other, _) = event { other == nil || other == chat } else { false }
        }
    }

    /// Stores the page up to `end`. Later messages follow with their events.
    private func storePage(
        _ page: MessagePage,
        in record: inout CachedChat,
        after start: Int64? = nil,
        through end: Int64
    ) throws {
        let first = start.map { $0 &+ 1 } ?? (page.hasMore ? page.messages.first?.seq ?? end &+ 1 : 1)
        guard first <= end else { return }
        for message in page.messages where message.seq <= end { try store.put(message) }
        record.known.insert(first...end)
        for person in page.people ?? [] { record.formerNames[person.userId] = person.displayName }
    }
}
