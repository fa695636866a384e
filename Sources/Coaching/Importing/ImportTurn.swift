import Domain
import Synchronization

/// Lets one import of a running server be under way.
final class ImportTurn: Sendable {
    private let isTaken = Atomic(false)

    /// - Throws: `rate_limited` while another is under way; errors of `body`.
    func run<Value>(_ body: () async throws -> Value) async throws -> Value {
        guard isTaken.compareExchange(expected: false, desired: true, ordering: .relaxed).exchanged else {
            throw SpotterError(
                .rateLimited,
                "Another import is running; wait until it is done.",
                retryable: true,
                retryAfterMs: 5000
            )
        }
        defer { isTaken.store(false, ordering: .relaxed) }
        return try await body()
    }
}
