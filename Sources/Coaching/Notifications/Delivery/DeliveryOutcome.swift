package import Domain
import SpotterAPI

/// The result of a delivery attempt.
enum DeliveryOutcome: Sendable, Equatable {
    case delivered
    /// The device doesn't exist any more.
    case gone(status: Int)
    /// A permanent failure.
    case refused(status: Int)
    /// A temporary failure, with the delay that the target asked for, if any.
    case busy(reason: String, retryAfterSeconds: Int64?)

    init(_ response: HTTPTransportResponse, kind: SubscriptionKind, at now: Timestamp) {
        switch response.status {
        case 200..<300: self = .delivered
        case 404 where kind == .webpush, 410 where kind == .webpush: self = .gone(status: response.status)
        case 408, 425, 429, 500...:
            self = .busy(
                reason: "status \(response.status)",
                retryAfterSeconds: response.retryAfter.flatMap { RetryAfter.seconds($0, at: now) }
            )
        default: self = .refused(status: response.status)
        }
    }
}

/// Computes the delay before the next attempt.
enum DeliveryRetry {
    static let maxAttempts = 6
    private static let maxDelay = Duration.seconds(900)
    private static let backoff = ExponentialBackoff(firstDelay: .seconds(2), maxDelay: maxDelay)

    /// Never shorter than the target asked for.
    /// - Parameters:
    ///   - attempt: number of attempts so far, at least 1.
    ///   - jitter: 0 to 1.
    static func delay(after attempt: Int, retryAfterSeconds: Int64?, jitter: Double) -> Duration {
        let delay = backoff.delay(beforeRetry: max(attempt, 1) - 1, random: jitter)
        let asked = min(.seconds(max(retryAfterSeconds ?? 0, 0)), maxDelay)
        return max(delay, asked + delay / 4)
    }
}

/// The `Retry-After` header (RFC 9110 §10.2.3): seconds or a date.
package enum RetryAfter {
    /// `nil` if the text is neither; 0 for a date in the past.
    package static func seconds(_ text: String, at now: Timestamp) -> Int64? {
        let text = text.trimmed
        if !text.isEmpty, text.utf8.count <= 9, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            return Int64(text)
        }
        return Timestamp(httpDate: text).map { max(0, $0.milliseconds(since: now) / 1000) }
    }
}
