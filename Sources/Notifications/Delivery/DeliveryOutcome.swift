import Domain

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
enum RetryPolicy {
    static let maxAttempts = 6
    static let maxDelaySeconds: Int64 = 900

    /// Doubles from two seconds, with up to half of it random so that retries don't coincide. Never shorter than the
    /// target asked for.
    /// - Parameters:
    ///   - attempt: number of attempts so far, at least 1.
    ///   - jitter: 0 to 1.
    static func delay(after attempt: Int, retryAfterSeconds: Int64?, jitter: Double) -> Duration {
        let asked = min(max(retryAfterSeconds ?? 0, 0), maxDelaySeconds)
        let base = min(Double(1 << min(max(attempt, 1), 12)), Double(maxDelaySeconds))
        let backedOff = base * (1 + min(max(jitter, 0), 1)) / 2
        return .milliseconds(Int64(max(backedOff, Double(asked) + backedOff / 4) * 1000))
    }
}

/// The `Retry-After` header (RFC 9110 §10.2.3): seconds or a date.
enum RetryAfter {
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// `nil` if the text is neither; 0 for a date in the past.
    static func seconds(_ text: String, at now: Timestamp) -> Int64? {
        let text = text.trimmed
        if !text.isEmpty, text.utf8.count <= 9, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            return Int64(text)
        }
        // Such as `Sun, 06 Nov 1994 08:49:37 GMT`. The obsolete formats aren't supported.
        let parts = text.split(separator: " ")
        guard parts.count == 6, parts[5] == "GMT", parts[1].count == 2, parts[3].count == 4,
            let month = months.firstIndex(of: String(parts[2]))
        else { return nil }
        let number = month < 9 ? "0\(month + 1)" : "\(month + 1)"
        guard let instant = Timestamp(rfc3339: "\(parts[3])-\(number)-\(parts[1])T\(parts[4])Z") else { return nil }
        return max(0, instant.milliseconds(since: now) / 1000)
    }
}
