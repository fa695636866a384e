package import Domain
package import Storage

extension Messages {
    /// Sends a message in one transaction with other facts: both are on disk, or neither is.
    ///
    /// - Parameter body: runs in the writer's transaction and calls `insert` once, or not at all. What `insert` throws
    ///   as a `SpotterError` has written nothing, so `body` may record it and go on.
    package func send<Value: Sendable>(
        _ send: Send,
        together body: @escaping @Sendable (any SQLConnection, _ insert: () throws -> Message) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            database.enqueue { connection -> (value: Value, stored: Stored?) in
                var stored: Stored?
                let value = try body(connection) {
                    try send.check()
                    let inserted = try insert(
                        send,
                        id: ids.next(),
                        text: send.text,
                        at: send.sentAt ?? clock.now(),
                        on: connection
                    )
                    stored = inserted
                    return inserted.message
                }
                return (value, stored)
            } completion: { result in
                continuation.resume(with: result.map(\.value))
                if case .success(let done) = result, let stored = done.stored { tell(stored, except: send.connection) }
            }
        }
    }
}
