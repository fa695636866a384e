package import Accounts
package import Domain
import HTTPTypes
import Hummingbird

/// The budget that a route's requests count against.
package enum RouteLimit: Sendable {
    /// No budget, for health checks.
    case free
    case requests
    case quota(Quota)
}

extension RouteLimit {
    /// A request that changes a message counts as a message.
    static func usual(_ method: HTTPRequest.Method, _ path: String) -> RouteLimit {
        let isChange = method != .get && method != .head && path.hasPrefix("/v1/chats/{chatId}/messages")
        return isChange ? .quota(.messages) : .requests
    }

    private var quota: Quota? {
        if case .quota(let quota) = self { quota } else { nil }
    }

    /// Runs a route within its budget and reports the rest of it in headers.
    /// - Parameter takesTurns: whether a user's requests wait for one another. Those whose bodies may come slowly don't.
    func meter(
        _ request: Request,
        _ context: AppContext,
        takesTurns: Bool,
        _ respond: () async throws -> Response
    ) async throws -> Response {
        if case .free = self { return try await respond() }
        guard let limits = context.limits else { return try await respond() }
        var budget: Budget?
        var place: PlaceUnderWay?
        if let principal = context.principal {
            budget = try limits.admit(principal, quota)
            place = try limits.underWay.begin(principal.userId)
        } else if request.bearerToken == nil {
            budget = try limits.admitAnonymous(context.address, quota)
            place = try limits.beginAnonymous(context.address)
        }
        var response =
            if takesTurns, let user = context.principal?.userId {
                try await limits.workTurns.run(of: user, respond)
            } else {
                try await respond()
            }
        budget?.write(to: &response.headers)
        if response.isStream, let user = context.principal?.userId {
            response.hold(try limits.underWay.beginStream(user))
        } else {
            response.hold(place)
        }
        return response
    }
}

extension AppContext {
    /// Counts a request whose caller the route authenticates itself.
    /// - Returns: the request's place among those under way, to be kept until it is answered.
    /// - Throws: `LimitReached`, sent as `rate_limited`, if a budget is used up; `rate_limited` if too many requests of
    ///   the caller are under way.
    package func admit(_ principal: Principal, _ quota: Quota? = nil) throws -> PlaceUnderWay? {
        _ = try limits?.admit(principal, quota)
        return try limits?.underWay.begin(principal.userId)
    }

    /// Runs a part of a request in its caller's turn, as requests that read run whole. For routes that authenticate their
    /// caller themselves.
    /// - Parameter user: `nil` means the request's principal.
    package func inTurn<Value>(of user: UserID? = nil, _ work: () async throws -> Value) async throws -> Value {
        guard let limits else { return try await work() }
        return try await limits.workTurns.run(of: try user ?? requirePrincipal().userId, work)
    }

    /// Counts a streamed answer to a caller whom the route authenticates itself.
    /// - Returns: its place, to be kept until the stream has ended.
    /// - Throws: `rate_limited` if the caller has too many.
    package func admitStream(_ principal: Principal) throws -> PlaceUnderWay? {
        try limits?.underWay.beginStream(principal.userId)
    }

    /// Counts a cost that is known only while the request is answered, such as bytes.
    /// - Parameter user: `nil` means the request's principal; given by a route that authenticates its caller itself.
    /// - Throws: `LimitReached`, sent as `rate_limited` or, for `messageBytes`, `quota_exceeded`, if the budget is used
    ///   up.
    package func charge(_ quota: Quota, _ count: Int, to user: UserID? = nil) throws {
        try limits?.charge(quota, count, to: try user ?? requirePrincipal().userId)
    }

    /// Checks a password or token, unless the client has failed too often.
    /// - Parameter account: the account as entered; `nil` if a token is checked.
    /// - Throws: `rate_limited` with the time to wait; errors of `check`.
    package func guarded<Value>(_ account: String? = nil, _ check: () async throws -> Value) async throws -> Value {
        guard let limits else { return try await check() }
        return try await limits.logins.attempt(account, from: address, check)
    }
}

extension Budget {
    /// Writes the `RateLimit-*` headers of the IETF draft: the bucket's size, the remaining tokens, and seconds until
    /// it is full.
    func write(to headers: inout HTTPFields) {
        headers[.rateLimitLimit] = String(limit)
        headers[.rateLimitRemaining] = String(answer.remaining)
        headers[.rateLimitReset] = String((answer.resetMs + 999) / 1000)
    }
}

extension HTTPField.Name {
    private static func named(_ name: String) -> HTTPField.Name { Self(name) ?? .retryAfter }

    static let rateLimitLimit = named("RateLimit-Limit")
    static let rateLimitRemaining = named("RateLimit-Remaining")
    static let rateLimitReset = named("RateLimit-Reset")
    static let xForwardedFor = named("X-Forwarded-For")
    static let xForwardedProto = named("X-Forwarded-Proto")
}
