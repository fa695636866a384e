import Accounts
package import Domain
import Messaging
import NIOCore
import Synchronization

/// What is counted beside requests as such.
package enum Quota: Sendable {
    case messages, searches, questions, mediaBytes, registrations
}

/// A budget is used up; carries what the headers say.
package struct LimitReached: Error {
    package let error: SpotterError
    let budget: Budget
}

/// What is left of the budget that is nearest to its end.
struct Budget: Sendable {
    let limit: Int
    let answer: TokenBucket.Answer
}

/// All budgets of a server.
package final class Limits: Sendable {
    package let settings: LimitSettings
    package let logins: LoginThrottle
    let pending: PendingSockets
    /// Nanoseconds of a clock that never goes back.
    package let now: @Sendable () -> Int64

    private let messages: RateLimiters<UserID>
    private let requests: RateLimiters<UserID>
    private let deviceRequests: RateLimiters<SessionID>
    private let searches: RateLimiters<UserID>
    private let questions: RateLimiters<UserID>
    private let mediaBytes: RateLimiters<UserID>
    private let strangers: RateLimiters<ClientAddress.Network>
    private let registrations: RateLimiters<ClientAddress.Network>
    private let socketCount = Atomic<Int>(0)

    package init(
        _ settings: LimitSettings = LimitSettings(),
        now: @escaping @Sendable () -> Int64 = { Int64(NIODeadline.now().uptimeNanoseconds) }
    ) {
        self.settings = settings
        self.now = now
        logins = LoginThrottle(settings.failures, now: now)
        pending = PendingSockets(most: settings.pendingSockets)
        messages = RateLimiters(settings.messages)
        requests = RateLimiters(settings.requests)
        deviceRequests = RateLimiters(settings.deviceRequests)
        searches = RateLimiters(settings.searches)
        questions = RateLimiters(settings.questions)
        mediaBytes = RateLimiters(settings.mediaBytes)
        strangers = RateLimiters(settings.strangers)
        registrations = RateLimiters(settings.registrations)
    }

    // MARK: REST

    /// Counts a request, and the quota that it falls under.
    /// - Returns: what to report in the headers; `nil` if there's no limit.
    /// - Throws: `LimitReached`.
    func admit(_ principal: Principal, _ quota: Quota? = nil, count: Int = 1) throws -> Budget? {
        let now = now()
        var budgets = [
            requests.meter(of: principal.userId, at: now), deviceRequests.meter(of: principal.sessionId, at: now),
        ].compactMap { $0 }.map { Budget(limit: $0.rate.burst, answer: $0.take(at: now)) }
        if let meter = meter(quota, of: principal.userId, at: now) {
            budgets.append(Budget(limit: meter.rate.burst, answer: meter.take(count, at: now)))
        }
        return try Self.tightest(budgets)
    }

    /// Counts what a request turns out to be only while it's answered, such as bytes.
    package func charge(_ quota: Quota, _ count: Int = 1, to user: UserID) throws {
        let now = now()
        guard let meter = meter(quota, of: user, at: now) else { return }
        _ = try Self.tightest([Budget(limit: meter.rate.burst, answer: meter.take(count, at: now))])
    }

    /// Counts an unauthenticated request.
    func admitAnonymous(_ address: ClientAddress, _ quota: Quota? = nil) throws -> Budget? {
        guard !address.isLoopback else { return nil }
        let now = now()
        var meters = [strangers.meter(of: address.network, at: now)]
        if quota == .registrations { meters.append(registrations.meter(of: address.network, at: now)) }
        return try Self.tightest(
            meters.compactMap { $0 }.map { Budget(limit: $0.rate.burst, answer: $0.take(at: now)) }
        )
    }

    private func meter(_ quota: Quota?, of user: UserID, at now: Int64) -> RateLimiter? {
        switch quota {
        case .messages: messages.meter(of: user, at: now)
        case .searches: searches.meter(of: user, at: now)
        case .questions: questions.meter(of: user, at: now)
        case .mediaBytes: mediaBytes.meter(of: user, at: now)
        case .registrations, nil: nil
        }
    }

    private static func tightest(_ budgets: [Budget]) throws -> Budget? {
        if let spent = budgets.filter({ !$0.answer.isAllowed }).max(by: {
            $0.answer.retryAfterMs < $1.answer.retryAfterMs
        }) {
            throw LimitReached(error: .tooMany(retryAfterMs: spent.answer.retryAfterMs), budget: spent)
        }
        return budgets.min { $0.answer.remaining < $1.answer.remaining }
    }

    // MARK: Sockets

    /// The bucket from which all of a user's connections send; a session looks it up once.
    func sending(_ user: UserID) -> RateLimiter? { messages.meter(of: user, at: now()) }

    /// - Throws: `rate_limited` or `unavailable`, before a socket is opened.
    func admitSocket(from address: ClientAddress, isKnown: Bool) throws {
        if let most = settings.sockets, socketCount.load(ordering: .relaxed) >= most {
            throw SpotterError(
                .unavailable,
                "The server has as many connections as it can hold; try again in a while.",
                retryable: true,
                retryAfterMs: 5000
            )
        }
        if !isKnown { try pending.admit(address) }
    }

    func socketOpened() { socketCount.wrappingAdd(1, ordering: .relaxed) }
    func socketClosed() { socketCount.wrappingSubtract(1, ordering: .relaxed) }
}

extension SpotterError {
    static func tooMany(retryAfterMs: Int) -> SpotterError {
        SpotterError(
            .rateLimited,
            "Too many requests; wait before the next one.",
            retryable: true,
            retryAfterMs: retryAfterMs
        )
    }
}
