import Dispatch
import Domain
import Synchronization

/// Runs blocking jobs of users in fair turns, on threads of its own.
final class ImageQueue: Sendable {
    private typealias Job = @Sendable () -> Void

    private let turns: Mutex<FairTurns<UserID, Job>>
    private let threads = DispatchQueue(label: "spotter.images", qos: .utility, attributes: .concurrent)

    init(limits: FairTurns<UserID, @Sendable () -> Void>.Limits = .init()) {
        turns = Mutex(FairTurns(limits: limits))
    }

    /// Waits for this user's turn and runs `body`, which may block.
    /// - Throws: `rate_limited` if this user has too many jobs waiting, `unavailable` if all users together have; both
    ///   can be retried. What `body` throws.
    func run<Value: Sendable>(
        for user: UserID,
        _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            do throws(FairTurns<UserID, Job>.Refusal) {
                try turns.withLock { turns throws(FairTurns<UserID, Job>.Refusal) in
                    try turns.enqueue(
                        { [self] in
                            let result = Result { try body() }
                            self.turns.withLock { $0.finished(of: user) }
                            startNext()
                            continuation.resume(with: result)
                        },
                        of: user
                    )
                }
                startNext()
            } catch {
                continuation.resume(throwing: error.spotterError)
            }
        }
    }

    private func startNext() {
        while let job = turns.withLock({ $0.next() }) { threads.async(execute: job) }
    }

    /// Jobs that wait, of all users.
    var waitingCount: Int { turns.withLock { $0.waitingCount } }
}

extension FairTurns.Refusal {
    /// The error that the API reports. The uploaded bytes are kept.
    var spotterError: SpotterError {
        switch self {
        case .userHasTooMany:
            SpotterError(
                .rateLimited,
                "Several of your pictures are still being processed; send the next when they are done.",
                retryable: true,
                retryAfterMs: 2000
            )
        case .tooMany:
            SpotterError(
                .unavailable,
                "Too many pictures at the moment; try again in a few seconds.",
                retryable: true,
                retryAfterMs: 3000
            )
        }
    }
}
