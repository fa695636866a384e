import Domain
import SpotterAPI

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

/// When another try is due.
enum RetryPolicy {
    static let mostAttempts = 6
    static let longestSeconds: Int64 = 900

    /// Doubling from two seconds, up to half of it by chance so that not all come back at once; never before the other
    /// side asked for.
    /// - Parameters:
    ///   - attempt: how many were made, 1 or more.
    ///   - jitter: 0 to 1.
    static func delay(after attempt: Int, retryAfterSeconds: Int64?, jitter: Double) -> Duration {
        let asked = min(max(retryAfterSeconds ?? 0, 0), longestSeconds)
        let base = min(Double(1 << min(max(attempt, 1), 12)), Double(longestSeconds))
        let backedOff = base * (1 + min(max(jitter, 0), 1)) / 2
        return .milliseconds(Int64(max(backedOff, Double(asked) + backedOff / 4) * 1000))
    }
}

/// The header `Retry-After` (RFC 9110 §10.2.3): seconds, or a time of day.
enum RetryAfter {
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Total: `nil` for what is neither; 0 for what is over.
    static func seconds(_ text: String, at now: Timestamp) -> Int64? {
        let text = text.trimmed
        if !text.isEmpty, text.utf8.count <= 9, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            return Int64(text)
        }
        // As `Sun, 06 Nov 1994 08:49:37 GMT`; the older forms are for recipients of another age.
        let parts = text.split(separator: " ")
        guard parts.count == 6, parts[5] == "GMT", parts[1].count == 2, parts[3].count == 4,
            let month = months.firstIndex(of: String(parts[2]))
        else { return nil }
        let number = month < 9 ? "0\(month + 1)" : "\(month + 1)"
        guard let instant = Timestamp(rfc3339: "\(parts[3])-\(number)-\(parts[1])T\(parts[4])Z") else { return nil }
        return max(0, instant.milliseconds(since: now) / 1000)
    }
}
