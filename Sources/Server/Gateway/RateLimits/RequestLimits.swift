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

    var quota: Quota? {
        if case .quota(let quota) = self { quota } else { nil }
    }

    var isFree: Bool {
        if case .free = self { true } else { false }
    }
}

extension AppContext {
    /// Counts a request whose caller the route authenticates itself.
    /// - Returns: the request's place among those under way, to be kept until it is answered.
    /// - Throws: `LimitReached`, sent as `rate_limited`, if a budget is used up; `rate_limited` if too many requests of
    ///   the caller are under way.
    package func admit(_ principal: Principal, _ quota: Quota? = nil) throws -> PlaceUnderWay? {
        admission?.finish()
        _ = try limits?.admit(.checked(principal), quota)
        return try limits?.underWay.begin(principal.userId)
    }

    /// Counts a request of somebody unknown, where it must be refused before anything is done for it.
    /// - Throws: `LimitReached`, sent as `rate_limited`, if the budget of the address is used up.
    func admitStranger() throws {
        admission?.finish()
        _ = try limits?.admitAnonymous(address)
    }

    /// Runs a part of a request in its caller's turn, as heavy routes run whole. For routes that authenticate their caller
    /// themselves, or wait for somebody else before or after: those declare `RouteCost.ownTurns`.
    /// - Parameter user: `nil` means whoever asks.
    package func inTurn<Value>(of user: UserID? = nil, _ work: () async throws -> Value) async throws -> Value {
        guard let limits else { return try await work() }
        return try await limits.workTurns.run(of: try user ?? requireCredential().userId, work)
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

    /// Counts the text of a message, and waits until the user's pace allows it: see `LimitSettings.socketBytes`.
    /// - Parameter user: `nil` means the request's principal; given by a route that authenticates its caller itself.
    /// - Throws: as `charge`.
    package func chargeMessage(_ text: String?, of user: UserID? = nil) async throws {
        let (user, bytes) = (try user ?? requirePrincipal().userId, text?.utf8.count ?? 0)
        try charge(.messageBytes, bytes, to: user)
        try await limits?.writing(user)?.wait(for: bytes)
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
