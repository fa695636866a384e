import Domain
import Synchronization

/// Lets searches begin in fair turns between users, so that many of one user hold up nobody else's.
final class SearchTurns: Sendable {
    private typealias Turn = CheckedContinuation<Void, any Error>
    private typealias Turns = FairTurns<UserID, Turn>

    private let turns: Mutex<Turns>

    /// - Parameter running: the searches of all users that may run at once.
    init(running: Int) {
        var limits = Turns.Limits()
        limits.running = max(running, 1)
        // One user leaves room for others, where there is more than one place.
        limits.runningPerUser = max(min(2, running - 1), 1)
        // Each is a request that waits: 500 people who ask at the same moment all get their answer.
        limits.waiting = 1024
        turns = Mutex(Turns(limits: limits))
    }

    /// Waits for this user's turn and searches.
    /// - Parameter isBounded: whether the search is refused if many of the user's wait already.
    /// - Throws: `rate_limited` if too many of this user's searches wait, `unavailable` if too many of all users do;
    ///   both can be retried. What `body` throws.
    func run<Value: Sendable>(
        for user: UserID,
        isBounded: Bool = true,
        _ body: () async throws -> Value
    ) async throws -> Value {
        try await waitForTurn(of: user, isBounded: isBounded)
        defer {
            turns.withLock { $0.finished(of: user) }
            startNext()
        }
        try Task.checkCancellation()
        // Whoever has the place keeps it no longer than the search takes: it doesn't wait for a turn of `BackgroundWork`.
        return try await withTaskExecutorPreference(globalConcurrentExecutor) { try await body() }
    }

    private func waitForTurn(of user: UserID, isBounded: Bool) async throws {
        try await withCheckedThrowingContinuation { (turn: Turn) in
            do throws(Turns.Refusal) {
                try turns.withLock { turns throws(Turns.Refusal) in
                    try turns.enqueue(turn, of: user, isBounded: isBounded)
                }
                startNext()
            } catch {
                turn.resume(throwing: Self.error(error))
            }
        }
    }

    private func startNext() {
        while let next = turns.withLock({ $0.next() }) { next.resume() }
    }

    /// Searches that wait, of all users.
    var waitingCount: Int { turns.withLock { $0.waitingCount } }

    private static func error(_ refusal: Turns.Refusal) -> SpotterError {
        switch refusal {
        case .userHasTooMany:
            SpotterError(
                .rateLimited,
                "Several of your searches are still running; wait for their answers.",
                retryable: true,
                retryAfterMs: 1000
            )
        case .tooMany:
            SpotterError(
                .unavailable,
                "Too many searches at the moment; try again in a few seconds.",
                retryable: true,
                retryAfterMs: 3000
            )
        }
    }
}
