package import Domain
import Synchronization

/// Limits how often a user may try a target out, because each trial is a request or a mail from this server to a target of
/// the user's choice.
package final class TestSendLimit: Sendable {
    static let maxSends = 5
    static let windowSeconds: Int64 = 600

    private let sends = Mutex([UserID: [Timestamp]]())

    package init() {}

    /// - Throws: `rate_limited`, with the time until the next one is allowed.
    package func consume(by user: UserID, at now: Timestamp) throws(SpotterError) {
        let wait: Int64? = sends.withLock { sends in
            let begin = now.adding(seconds: -Self.windowSeconds)
            // Drops users without a recent test.
            sends = sends.compactMapValues { times in
                let recent = times.filter { $0 > begin }
                return recent.isEmpty ? nil : recent
            }
            let own = sends[user] ?? []
            if own.count >= Self.maxSends, let first = own.first { return first.milliseconds - begin.milliseconds }
            sends[user] = own + [now]
            return nil
        }
        guard let wait else { return }
        throw SpotterError(
            .rateLimited,
            "At most \(Self.maxSends) trials in \(Self.windowSeconds / 60) minutes; wait a little.",
            retryable: true,
            retryAfterMs: Int(clamping: wait)
        )
    }
}
