import Domain
import Synchronization

/// How often somebody may ask for a trial: every one is a request or a mail of this server's to an address of their
/// choice.
final class TrialQuota: Sendable {
    static let most = 5
    static let seconds: Int64 = 600

    private let taken = Mutex([UserID: [Timestamp]]())

    /// - Throws: `rate_limited`, with the time until the next one.
    func take(by user: UserID, at now: Timestamp) throws(SpotterError) {
        let wait: Int64? = taken.withLock { taken in
            let begin = now.adding(seconds: -Self.seconds)
            // Whoever asked long ago is forgotten.
            taken = taken.compactMapValues { times in
                let recent = times.filter { $0 > begin }
                return recent.isEmpty ? nil : recent
            }
            let mine = taken[user] ?? []
            if mine.count >= Self.most, let first = mine.first { return first.milliseconds - begin.milliseconds }
            taken[user] = mine + [now]
            return nil
        }
        guard let wait else { return }
        throw SpotterError(
            .rateLimited,
            "At most \(Self.most) trials in \(Self.seconds / 60) minutes; wait a little.",
            retryable: true,
            retryAfterMs: Int(clamping: wait)
        )
    }
}
