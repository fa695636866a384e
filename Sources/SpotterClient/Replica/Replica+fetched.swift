import Domain
import SpotterAPI

/// What comes by request instead of by event. Each is merged first; `replay` then repeats what came since it was asked
/// for, so that neither side overwrites something newer of the other for good.
extension Replica {
    /// A chat as the server describes it; its history stays.
    /// - Parameters:
    ///   - asked: the chat's position when it was asked for, 0 if it was unknown.
    ///   - events: what came since.
    func merge(_ chat: Chat, asked: Int64, then events: [ServerEvent]) throws -> Outcome {
        guard !isInterrupted(chat.id, events) else { return Outcome(stale: [chat.id]) }
        let before = try store.record(of: chat.id)
        var record = before ?? ChatRecord(chat)
        record.chat = chat
        record.isStale = false
        if record != before { try store.save(record) }
        var outcome = try replay(events, in: chat.id, after: before == nil ? chat.seq : asked)
        guard let after = try store.record(of: chat.id) else { return outcome }
        if var before, after.chat.seq < before.chat.seq {
            // Another process has seen events that haven't come to us yet: what's there is newer.
            before.isStale = true
            try store.save(before)
            outcome.stale.insert(chat.id)
        }
        if after != before { outcome.changed.insert(chat.id) }
        return outcome
    }

    /// A chat and its latest page, in place of all that was known of it. The page was asked for after the chat.
    func begin(_ chat: Chat, with page: MessagePage, then events: [ServerEvent]) throws -> Outcome {
        try store.removeMessages(of: chat.id)
        var record = ChatRecord(chat)
        try keep(page, in: &record, through: chat.seq)
        try store.save(record)
        var outcome = try replay(events, in: chat.id, after: chat.seq)
        outcome.changed.insert(chat.id)
        return outcome
    }

    /// A page of a chat whose events are followed.
    /// - Parameters:
    ///   - end: where it was asked to end: a place that is known already, or the chat's position.
    ///   - asked: the chat's position when it was asked for.
    func add(
        _ page: MessagePage,
        of chat: ChatID,
        through end: Int64,
        asked: Int64,
        then events: [ServerEvent]
    ) throws -> Outcome {
        guard !isInterrupted(chat, events), var record = try store.record(of: chat) else { return Outcome() }
        try keep(page, in: &record, through: end)
        try store.save(record)
        var outcome = try replay(events, in: chat, after: asked)
        outcome.changed.insert(chat)
        return outcome
    }

    /// Whether events were left out since: what was fetched before is too old to be brought up to date.
    func isInterrupted(_ chat: ChatID, _ events: [ServerEvent]) -> Bool {
        events.contains { event in
            if case .resync(let other, _) = event { other == nil || other == chat } else { false }
        }
    }

    /// Messages after `end` are left to their events.
    private func keep(_ page: MessagePage, in record: inout ChatRecord, through end: Int64) throws {
        let first = page.hasMore ? page.messages.first?.seq ?? end &+ 1 : 1
        guard first <= end else { return }
        for message in page.messages where message.seq <= end { try store.put(message) }
        record.known.insert(first...end)
    }
}
