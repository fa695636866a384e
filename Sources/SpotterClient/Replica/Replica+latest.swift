import Domain
import SpotterAPI

/// Events without a place of their own: the latest holds.
extension Replica {
    /// - Parameter only: leaves other chats as they are.
    func noteLatest(_ event: ServerEvent, only: ChatID? = nil) throws -> Outcome {
        switch event {
        case .receipt(let receipt): return try note(receipt, only: only)
        case .draft(let change): return try alter(change.chatId, only) { $0.draft = change.draft }
        case .settings(let settings):
            return try alter(settings.chatId, only) { chat in
                chat.mutedUntil = settings.mutedUntil
                chat.isPinned = settings.isPinned
            }
        case .user(let change): return try rename(change, only: only)
        default: return Outcome()
        }
    }

    private func alter(_ id: ChatID, _ only: ChatID?, _ change: (inout Chat) throws -> Void) throws -> Outcome {
        guard only == nil || only == id, var record = try store.record(of: id) else { return Outcome() }
        let before = record
        try change(&record.chat)
        guard record != before else { return Outcome() }
        try store.save(record)
        return Outcome(changed: [id])
    }

    private func note(_ receipt: Receipt, only: ChatID?) throws -> Outcome {
        guard only == nil || only == receipt.chatId, var record = try store.record(of: receipt.chatId) else {
            return Outcome()
        }
        let before = record
        if let index = record.chat.members.firstIndex(where: { $0.userId == receipt.userId }) {
            let member = record.chat.members[index]
            // Cursors only go forward, whatever order receipts come in.
            record.chat.members[index] = member.with(
                deliveredSeq: max(member.deliveredSeq, receipt.deliveredSeq),
                readSeq: max(member.readSeq, receipt.readSeq)
            )
        }
        if receipt.userId == me { try read(&record, upTo: receipt.readSeq) }
        guard record != before else { return Outcome() }
        try store.save(record)
        return Outcome(changed: [receipt.chatId], stale: record.isStale ? [receipt.chatId] : [])
    }

    /// The user has read up to `seq`, here or elsewhere. What's unread then is counted where the history from there on is
    /// known, and asked for otherwise.
    func read(_ record: inout ChatRecord, upTo seq: Int64) throws {
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
                try alter(id, only) { chat in
                    guard let index = chat.members.firstIndex(where: { $0.userId == change.userId }) else { return }
                    chat.members[index] = chat.members[index].with(
                        displayName: change.displayName,
                        photoMediaId: .some(change.photoMediaId)
                    )
                    // As the server lists them.
                    chat.members.sort { ($0.displayName.utf8Order, $0.userId) < ($1.displayName.utf8Order, $1.userId) }
                    if chat.kind == .direct, change.userId != me { chat.name = change.displayName }
                }
            )
        }
        return outcome
    }
}

extension String {
    /// Compares as a database does, byte by byte.
    fileprivate var utf8Order: ByteOrder { ByteOrder(bytes: Array(utf8)) }
}

private struct ByteOrder: Comparable {
    let bytes: [UInt8]
    static func < (a: Self, b: Self) -> Bool { a.bytes.lexicographicallyPrecedes(b.bytes) }
}
