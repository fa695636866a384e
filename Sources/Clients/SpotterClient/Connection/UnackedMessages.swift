import Domain

/// Messages without acknowledgement, in the order in which they were written. They are sent again on each connection.
struct UnackedMessages {
    typealias Completion = @Sendable (Result<Message, ClientError>) -> Void

    private struct Entry {
        let draft: Draft
        let completion: Completion
    }

    private var entries: [Entry] = []

    var drafts: [Draft] { entries.map(\.draft) }
    var count: Int { entries.count }

    func hasDraft(in chat: ChatID) -> Bool { entries.contains { $0.draft.chatId == chat } }
    func contains(_ id: String) -> Bool { entries.contains { $0.draft.clientMessageId == id } }

    mutating func add(_ draft: Draft, _ completion: @escaping Completion) {
        entries.append(Entry(draft: draft, completion: completion))
    }

    /// Removes a draft and returns the completion to call with its result.
    mutating func remove(_ id: String) -> Completion? {
        guard let index = entries.firstIndex(where: { $0.draft.clientMessageId == id }) else { return nil }
        return entries.remove(at: index).completion
    }

    mutating func removeAll() -> [Completion] {
        defer { entries = [] }
        return entries.map(\.completion)
    }
}
