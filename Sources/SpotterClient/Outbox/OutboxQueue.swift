import Domain

/// What may be done next with the entries of the outbox, in the order in which they were written.
///
/// Within a chat one message is under way at a time: the server may refuse one for a while (a rate limit, a restart) and
/// take the next, and then its order wouldn't be ours. Chats don't wait for each other.
enum OutboxQueue {
    /// The first open entry of each chat, unless it's already under way.
    static func ready(_ entries: [OutboxEntry]) -> [OutboxEntry] {
        var taken: Set<ChatID> = []
        return entries.filter { entry in
            switch entry.state {
            case .failed, .sent: false
            case .sending, .staged: taken.insert(entry.chatId).inserted && entry.state == .staged
            }
        }
    }

    /// The state after a refusal; `nil` when the same is to be tried again by itself.
    static func failure(after error: ClientError) -> OutboxEntry.State? {
        guard !error.isTransient else { return nil }
        if case .loggedOut = error { return nil }  // it can go out after the next log-in
        // What's wrong with the message itself stays wrong; a membership may come back.
        let isHopeless = error.code == .invalidRequest || error.code == .tooLarge
        return .failed(reason: "\(error)", retryable: !isHopeless)
    }
}
