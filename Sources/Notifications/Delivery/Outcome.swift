import Domain

/// How a delivery went, and what follows.
enum Outcome: Sendable, Equatable {
    case delivered
    /// The device doesn't exist any more.
    case gone(status: Int)
    /// It won't get better by trying again.
    case refused(status: Int)
    /// Another try may do; after so many seconds at least, where the other side said so.
    case busy(reason: String, retryAfterSeconds: Int64?)

    init(_ answer: OutgoingAnswer, kind: SubscriptionKind, at now: Timestamp) {
        switch answer.status {
        case 200..<300: self = .delivered
        case 404 where kind == .webpush, 410 where kind == .webpush: self = .gone(status: answer.status)
        case 408, 425, 429, 500...:
            self = .busy(
                reason: "status \(answer.status)",
                retryAfterSeconds: answer.retryAfter.flatMap { RetryAfter.seconds($0, at: now) }
            )
        default: self = .refused(status: answer.status)
        }
    }
}

/// When a delivery is attempted again.
enum DeliveryRetry {
    static let mostAttempts = 6
    private static let maxDelay = Duration.seconds(900)
    private static let backoff = ExponentialBackoff(firstDelay: .seconds(2), maxDelay: maxDelay)

    /// Never sooner than the receiver asked for.
    /// - Parameters:
    ///   - attempt: how many were made, 1 or more.
    ///   - jitter: 0 to 1.
    static func delay(after attempt: Int, retryAfterSeconds: Int64?, jitter: Double) -> Duration {
        let delay = backoff.delay(beforeRetry: max(attempt, 1) - 1, random: jitter)
        let asked = min(.seconds(max(retryAfterSeconds ?? 0, 0)), maxDelay)
        return max(delay, asked + delay / 4)
    }
}

/// The header `Retry-After` (RFC 9110 §10.2.3): seconds, or a date.
enum RetryAfter {
    /// Total: `nil` for anything else, 0 for a date that has passed.
    static func seconds(_ text: String, at now: Timestamp) -> Int64? {
        let text = text.trimmed
        if !text.isEmpty, text.utf8.count <= 9, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            return Int64(text)
        }
        return Timestamp(httpDate: text).map { max(0, $0.milliseconds(since: now) / 1000) }
    }
}
