import Domain

/// The entries of the outbox that can be sent next, in the order in which they were written.
///
/// Only one message per chat is in flight at a time: the server may refuse one temporarily (a rate limit, a restart)
/// and accept the next, which would change their order. Chats don't wait for each other.
enum OutboxQueue {
    /// The first open entry of each chat, unless it is in flight.
    static func ready(_ entries: [OutboxEntry]) -> [OutboxEntry] {
        var taken: Set<ChatID> = []
        return entries.filter { entry in
            switch entry.state {
            case .failed, .sent: false
            case .sending, .staged: taken.insert(entry.chatId).inserted && entry.state == .staged
            }
        }
    }

    /// The state after a failed attempt; `nil` if it is retried automatically.
    static func failure(after error: ClientError) -> OutboxEntry.State? {
        guard !error.isTransient else { return nil }
        if case .loggedOut = error { return nil }  // it can be sent after the next login
        // An invalid message stays invalid, but a membership may return.
        let isPermanent = error.code == .invalidRequest || error.code == .tooLarge
        return .failed(reason: ErrorText.of(error), retryable: !isPermanent)
    }
}
