import Domain
import SpotterAPI

/// Events outside the chat's order: the latest one wins.
extension Replica {
    /// - Parameter only: the only chat to change.
    func applyLatest(_ event: ServerEvent, only: ChatID? = nil) throws -> Outcome {
        switch event {
        case .receipt(let receipt): return try apply(receipt, only: only)
        case .draft(let change): return try update(change.chatId, only) { $0.draft = change.draft }
        case .settings(let settings):
            return try update(settings.chatId, only) { chat in
                chat.mutedUntil = settings.mutedUntil
                chat.isPinned = settings.isPinned
            }
        case .user(let change): return try rename(change, only: only)
        default: return Outcome()
        }
    }

    private func update(_ id: ChatID, _ only: ChatID?, _ change: (inout Chat) throws -> Void) throws -> Outcome {
        guard only == nil || only == id, var record = try store.record(of: id) else { return Outcome() }
        let before = record
        try change(&record.chat)
        guard record != before else { return Outcome() }
        try store.save(record)
        return Outcome(changed: [id])
    }

    private func apply(_ receipt: Receipt, only: ChatID?) throws -> Outcome {
        guard only == nil || only == receipt.chatId, var record = try store.record(of: receipt.chatId) else {
            return Outcome()
        }
        let before = record
        if let index = record.chat.members.firstIndex(where: { $0.userId == receipt.userId }) {
            let member = record.chat.members[index]
            // Cursors only move forward, regardless of the order of receipts.
            record.chat.members[index] = member.with(
                deliveredSeq: max(member.deliveredSeq, receipt.deliveredSeq),
                readSeq: max(member.readSeq, receipt.readSeq)
            )
        }
        if receipt.userId == me { try markRead(&record, upTo: receipt.readSeq) }
        guard record != before else { return Outcome() }
        try store.save(record)
        return Outcome(changed: [receipt.chatId], stale: record.isStale ? [receipt.chatId] : [])
    }

    /// The user has read up to `seq`, on any device. The remaining unread messages are counted if the history from
    /// there on is known; otherwise the chat is fetched.
    func markRead(_ record: inout CachedChat, upTo seq: Int64) throws {
        guard seq > record.chat.readSeq else { return }
        record.chat.readSeq = seq
        let end = record.chat.seq
        guard seq < max(end, 1), seq < record.chat.lastMessage?.seq ?? 0 else {
            record.chat.unread = 0
            record.chat.unreadMentions = 0
            return
        }
        guard record.position == end, record.known.cover(after: seq, through: end) else {
            record.isStale = true
            return
        }
        let rest = try store.unread(in: record.chat.id, after: seq, through: end)
        record.chat.unread = rest.count
        record.chat.unreadMentions = rest.mentions
    }

    private func rename(_ change: UserChange, only: ChatID?) throws -> Outcome {
        var outcome = Outcome()
        for id in try store.chatIDs() {
            outcome.add(
                try update(id, only) { chat in
                    guard let index = chat.members.firstIndex(where: { $0.userId == change.userId }) else { return }
                    chat.members[index] = chat.members[index].with(
                        displayName: change.displayName,
                        photoMediaId: .some(change.photoMediaId)
                    )
                    // The order of the server's list.
                    chat.members.sort { ($0.displayName.utf8Order, $0.userId) < ($1.displayName.utf8Order, $1.userId) }
                    if chat.kind == .direct, change.userId != me { chat.name = change.displayName }
                }
            )
        }
        return outcome
    }
}

extension String {
    /// For byte-wise comparison, as in a database.
    fileprivate var utf8Order: ByteOrder { ByteOrder(bytes: Array(utf8)) }
}

private struct ByteOrder: Comparable {
    let bytes: [UInt8]
    static func < (a: Self, b: Self) -> Bool { a.bytes.lexicographicallyPrecedes(b.bytes) }
}
