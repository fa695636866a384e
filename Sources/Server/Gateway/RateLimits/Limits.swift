import Accounts
package import Domain
import Messaging
import NIOCore
import Synchronization

/// What is counted in addition to requests.
package enum Quota: Sendable {
    case messages, messageBytes, searches, questions, mediaBytes, exports, registrations
}

/// A budget is used up; carries the header values.
package struct LimitReached: Error {
    package let error: SpotterError
    let budget: Budget
}

/// The state of the budget that is closest to exhaustion.
struct Budget: Sendable {
    let limit: Int
    let answer: TokenBucket.Answer
}

/// All rate limits of a server.
package final class Limits: Sendable {
    package let settings: LimitSettings
    package let logins: LoginThrottle
    let pending: PendingSockets
    let userSockets: UserSockets
    /// Requests of users.
    let underWay: RequestsUnderWay<UserID>
    let workTurns = WorkTurns()
    private let strangersUnderWay: RequestsUnderWay<ClientAddress.Network>
    /// Nanoseconds of a monotonic clock.
    package let now: @Sendable () -> Int64

    private let messages: RateLimiters<UserID>
    private let messageBytes: RateLimiters<UserID>
    private let socketBytes: RateLimiters<UserID>
    private let requests: RateLimiters<UserID>
    private let deviceRequests: RateLimiters<SessionID>
    private let searches: RateLimiters<UserID>
    private let questions: RateLimiters<UserID>
    private let mediaBytes: RateLimiters<UserID>
    private let uploadBytes: RateLimiters<UserID>
    private let exports: RateLimiters<UserID>
    private let strangers: RateLimiters<ClientAddress.Network>
    private let registrations: RateLimiters<ClientAddress.Network>
    private let socketCount = Atomic<Int>(0)

    package static let monotonicClock: @Sendable () -> Int64 = { Int64(NIODeadline.now().uptimeNanoseconds) }

    /// - Parameter nodes: how many servers share the budgets of users and addresses; `nil` if this one is alone.
    package init(
        _ settings: LimitSettings = LimitSettings(),
        nodes: (@Sendable () -> Int)? = nil,
        now: @escaping @Sendable () -> Int64 = Limits.monotonicClock
    ) {
        self.settings = settings
        self.now = now
        logins = LoginThrottle(settings.failures, nodes: nodes, now: now)
        pending = PendingSockets(maxSockets: settings.pendingSockets)
        userSockets = UserSockets(maxSockets: settings.userSockets)
        underWay = RequestsUnderWay(maxRequests: settings.requestsAtOnce, maxStreams: settings.streamsAtOnce)
        strangersUnderWay = RequestsUnderWay(maxRequests: settings.requestsAtOnce, maxStreams: settings.streamsAtOnce)
        messages = RateLimiters(settings.messages, nodes: nodes)
        messageBytes = RateLimiters(settings.messageBytes, nodes: nodes)
        socketBytes = RateLimiters(settings.socketBytes, nodes: nodes)
        requests = RateLimiters(settings.requests, nodes: nodes)
        deviceRequests = RateLimiters(settings.deviceRequests, nodes: nodes)
        searches = RateLimiters(settings.searches, nodes: nodes)
        questions = RateLimiters(settings.questions, nodes: nodes)
        mediaBytes = RateLimiters(settings.mediaBytes, nodes: nodes)
        uploadBytes = RateLimiters(settings.uploadBytes, nodes: nodes)
        exports = RateLimiters(settings.exports, nodes: nodes)
        strangers = RateLimiters(settings.strangers, nodes: nodes)
        registrations = RateLimiters(settings.registrations, nodes: nodes)
    }

    // MARK: REST

    /// Counts a request against its budget and quota.
    /// - Returns: the values for the headers; `nil` if there is no limit.
    /// - Throws: `LimitReached`, sent as `rate_limited`, if a budget is used up.
    func admit(_ credential: SessionCredential, _ quota: Quota? = nil, count: Int = 1) throws -> Budget? {
        let now = now()
        var budgets = [
            requests.meter(of: credential.userId, at: now), deviceRequests.meter(of: credential.sessionId, at: now),
        ].compactMap { $0 }.map { Budget(limit: $0.rate.burst, answer: $0.take(at: now)) }
        if let meter = meter(quota, of: credential.userId, at: now) {
            budgets.append(Budget(limit: meter.rate.burst, answer: meter.take(count, at: now)))
        }
        return try Self.tightest(budgets)
    }

    /// Refuses a request that couldn't be admitted now, before anything is read for it. Counts nothing.
    /// - Throws: as `admit`; `rate_limited` if too many of the user's requests are under way.
    func requireRoom(for user: UserID, _ session: SessionID) throws {
        try underWay.requireRoom(for: user)
        let now = now()
        let meters = [requests.meter(of: user, at: now), deviceRequests.meter(of: session, at: now)]
        _ = try Self.tightest(meters.compactMap { $0 }.map { Budget(limit: $0.rate.burst, answer: $0.peek(at: now)) })
    }

    /// Counts a cost that is known only while the request is answered, such as bytes.
    /// - Throws: `LimitReached`, sent as `rate_limited`, or as `quota_exceeded` for `messageBytes`, if the budget is
    ///   used up.
    package func charge(_ quota: Quota, _ count: Int = 1, to user: UserID) throws {
        let now = now()
        guard let meter = meter(quota, of: user, at: now) else { return }
        let budget = Budget(limit: meter.rate.burst, answer: meter.take(count, at: now))
        if quota == .messageBytes, !budget.answer.isAllowed {
            throw LimitReached(error: .tooManyBytes(retryAfterMs: budget.answer.retryAfterMs), budget: budget)
        }
        _ = try Self.tightest([budget])
    }

    /// How fast the user's uploads are read; `nil` if there is no limit.
    func uploading(_ user: UserID) -> BytePace? {
        uploadBytes.meter(of: user, at: now()).map { BytePace(limiter: $0, now: now) }
    }

    /// How fast the user's texts of messages are taken over HTTP, together with those of the sockets; `nil` if there is no
    /// limit.
    func writing(_ user: UserID) -> BytePace? { sendingPace(user).map { BytePace(limiter: $0, now: now) } }

    /// Counts an unauthenticated request.
    /// - Throws: `LimitReached`, sent as `rate_limited`, if a budget is used up.
    func admitAnonymous(_ address: ClientAddress, _ quota: Quota? = nil) throws -> Budget? {
        guard !address.isLoopback else { return nil }
        let now = now()
        var meters = [strangers.meter(of: address.network, at: now)]
        if quota == .registrations { meters.append(registrations.meter(of: address.network, at: now)) }
        return try Self.tightest(
            meters.compactMap { $0 }.map { Budget(limit: $0.rate.burst, answer: $0.take(at: now)) }
        )
    }

    /// Begins an unauthenticated request. This machine, where a proxy may run, has no bound.
    /// - Throws: `rate_limited` if too many of the address are under way.
    func beginAnonymous(_ address: ClientAddress) throws -> PlaceUnderWay? {
        address.isLoopback ? nil : try strangersUnderWay.begin(address.network)
    }

    private func meter(_ quota: Quota?, of user: UserID, at now: Int64) -> RateLimiter? {
        switch quota {
        case .messages: messages.meter(of: user, at: now)
        case .messageBytes: messageBytes.meter(of: user, at: now)
        case .searches: searches.meter(of: user, at: now)
        case .questions: questions.meter(of: user, at: now)
        case .mediaBytes: mediaBytes.meter(of: user, at: now)
        case .exports: exports.meter(of: user, at: now)
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

    /// The bucket that all of a user's connections share. A session looks it up once.
    func sending(_ user: UserID) -> RateLimiter? { messages.meter(of: user, at: now()) }

    /// The bytes of texts that all of a user's connections share. A session looks it up once.
    func sendingBytes(_ user: UserID) -> RateLimiter? { messageBytes.meter(of: user, at: now()) }

    /// The bytes that these connections take within seconds.
    func sendingPace(_ user: UserID) -> RateLimiter? { socketBytes.meter(of: user, at: now()) }

    /// Admits a socket before it is opened.
    /// - Throws: `rate_limited` if the address has too many unauthenticated sockets, `unavailable` if the server is
    ///   full.
    func admitSocket(from address: ClientAddress, isKnown: Bool) throws {
        if let maxSockets = settings.sockets, socketCount.load(ordering: .relaxed) >= maxSockets {
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

    /// A user's texts take more bytes than the user may store for now.
    static func tooManyBytes(retryAfterMs: Int) -> SpotterError {
        SpotterError(
            .quotaExceeded,
            "What you wrote takes more bytes than each person may store in a while; wait, or write less.",
            retryable: true,
            retryAfterMs: retryAfterMs
        )
    }
}
