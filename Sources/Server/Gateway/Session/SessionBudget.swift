import Domain
import SpotterAPI

/// The rate limits of one connection. The user's bucket is shared by all of the user's connections and looked up once.
struct SessionBudget {
    /// Nanoseconds between two activity reports, which needn't be exact.
    private static let activitySpacing: Int64 = 15_000_000_000

    var sending: RateLimiter?
    var sendingBytes: RateLimiter?
    var sendingPace: RateLimiter?
    private var frames = TokenBucket()
    private var pings = TokenBucket()
    private var activityAt: Int64?

    /// The refusal of `frame` if it exceeds a limit; `nil` if it is admitted.
    mutating func refusal(of frame: ClientFrame, _ settings: LimitSettings, at now: Int64) -> SpotterError? {
        if let rate = settings.frames {
            let answer = frames.take(of: rate, at: now)
            guard answer.isAllowed else { return .tooMany(retryAfterMs: answer.retryAfterMs) }
        }
        switch frame {
        case .ping:
            guard let rate = settings.pings else { return nil }
            let answer = pings.take(of: rate, at: now)
            return answer.isAllowed ? nil : .tooMany(retryAfterMs: answer.retryAfterMs)
        case .typing, .presence, .hello: return nil
        default:
            if let answer = sending?.take(at: now), !answer.isAllowed {
                return .tooMany(retryAfterMs: answer.retryAfterMs)
            }
            guard let bytes = frame.text?.utf8.count else { return nil }
            if let answer = sendingPace?.take(bytes, at: now), !answer.isAllowed {
                return .tooMany(retryAfterMs: answer.retryAfterMs)
            }
            guard let answer = sendingBytes?.take(bytes, at: now), !answer.isAllowed else { return nil }
            return .tooManyBytes(retryAfterMs: answer.retryAfterMs)
        }
    }

    /// Whether the user's activity should be reported again.
    mutating func isNewsOfActivity(at now: Int64) -> Bool {
        if let activityAt, now - activityAt < Self.activitySpacing { return false }
        activityAt = now
        return true
    }
}

extension ClientFrame {
    /// Whether a person caused the frame. Frames that clients send on their own don't count.
    var isActivity: Bool {
        switch self {
        case .ping, .hello, .presence, .delivered: false
        default: true
        }
    }

    /// The text that the frame stores in a message.
    var text: String? {
        switch self {
        case .send(let send): send.text
        case .change(let change):
            if case .edit(let text) = change.kind { text } else { nil }
        default: nil
        }
    }

    /// The id that an answer to this frame carries.
    var requestId: String? {
        switch self {
        case .send(let send): send.id
        case .change(let change): change.id
        case .ping(let id): id
        default: nil
        }
    }
}

extension TokenBucket.Answer {
    var status: RateLimitStatus { .init(remaining: remaining, resetMs: resetMs) }
}
