package import Domain
package import Storage

extension Messages {
    /// Sends a message in one transaction with other changes: all of it is stored, or none.
    ///
    /// - Parameter body: runs in the transaction and calls `insert` at most once. A `SpotterError` from `insert` means
    ///   that nothing was written, so `body` may record the failure and continue.
    /// - Throws: the errors of `body`; from `insert`, the codes of `send(_:)`.
    package func send<Value: Sendable>(
        _ send: Send,
        together body: @escaping @Sendable (any SQLConnection, _ insert: () throws -> Message) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            let (owner, bytes) = (send.sender.userId, send.text.utf8.count)
            database.enqueue(of: owner, bytes: bytes) { [self] connection -> (value: Value, stored: Stored?) in
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
            } completion: { [self] result in
                continuation.resume(with: result.map(\.value))
                if case .success(let done) = result, let stored = done.stored {
                    publish(stored, except: send.connection)
                }
            }
        }
    }
}
