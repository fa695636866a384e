import Domain

/// Messages without an ack, in the order in which they were written. The same drafts go out again on each connection.
struct Unacked {
    typealias Waiter = @Sendable (Result<Message, ClientError>) -> Void

    private struct Entry {
        let draft: Draft
        let waiter: Waiter
    }

    private var entries: [Entry] = []

    var drafts: [Draft] { entries.map(\.draft) }
    var count: Int { entries.count }

    func hasDraft(in chat: ChatID) -> Bool { entries.contains { $0.draft.chatId == chat } }
    func contains(_ id: String) -> Bool { entries.contains { $0.draft.clientMessageId == id } }

    mutating func add(_ draft: Draft, _ waiter: @escaping Waiter) {
        entries.append(Entry(draft: draft, waiter: waiter))
    }

    /// Takes a draft out, to tell its writer how it went.
    mutating func remove(_ id: String) -> Waiter? {
        guard let index = entries.firstIndex(where: { $0.draft.clientMessageId == id }) else { return nil }
        return entries.remove(at: index).waiter
    }

    mutating func removeAll() -> [Waiter] {
        defer { entries = [] }
        return entries.map(\.waiter)
    }
}
