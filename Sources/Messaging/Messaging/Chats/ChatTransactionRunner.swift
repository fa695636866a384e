import Domain
import Storage

/// Runs transactions on chats in the writer, and publishes their changes after the commit.
struct ChatTransactionRunner: Sendable {
    let database: any Database
    let clock: any WallClock
    let states: ChatStateCache
    let publisher: any ChatEventPublisher
    let query: MessageQuery

    /// - Parameters:
    ///   - committed: called in the order of commits, before the changes are published.
    ///   - completion: called in the order of commits, after the changes were enqueued, so that an answer follows them.
    func change<Value: Sendable>(
        _ chat: ChatID,
        of owner: UserID? = nil,
        bytes: Int = 0,
        committed: @escaping @Sendable (Value) -> Void = { _ in },
        _ body: @escaping @Sendable (inout ChatTransaction) throws -> Value,
        completion: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) {
        let now = clock.now()
        database.enqueue(of: owner, bytes: bytes) { connection in
            var transaction = try ChatTransaction(chat, states: states, query: query, at: now, on: connection)
            let value = try body(&transaction)
            return (value: value, events: transaction.events)
        } completion: { result in
            if case .success(let done) = result {
                committed(done.value)
                for event in done.events {
                    publisher.enqueue(event)
                    if let change = event.membershipChange { publisher.membersDidChange(change) }
                }
            }
            completion(result.map(\.value))
        }
    }

    func change<Value: Sendable>(
        _ chat: ChatID,
        committed: @escaping @Sendable (Value) -> Void = { _ in },
        _ body: @escaping @Sendable (inout ChatTransaction) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            change(chat, committed: committed, body) { continuation.resume(with: $0) }
        }
    }
}
