/// Runs `body` for as long as another API's clients wait for an answer.
/// - Throws: `error` at the deadline, at which `body` is cancelled; errors of `body`.
func withDeadline<Value: Sendable>(
    _ deadline: Duration,
    orThrow error: any Error,
    _ body: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    try await withThrowingTaskGroup(of: Value.self) { group in
        group.addTask { try await body() }
        group.addTask {
            try await Task.sleep(for: deadline)
            throw error
        }
        defer { group.cancelAll() }
        guard let value = try await group.next() else { throw CancellationError() }
        return value
    }
}
