package import Accounts
import Domain
import HTTPTypes
import Hummingbird

/// The budgets that a request to a route counts against.
package enum RouteLimit: Sendable {
    /// None: for health checks.
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

    /// Runs a route within its budgets and reports what is left of them in headers.
    func meter(
        _ request: Request,
        _ context: AppContext,
        _ respond: () async throws -> Response
    ) async throws -> Response {
        if case .free = self { return try await respond() }
        guard let limits = context.limits else { return try await respond() }
        let budget =
            if let principal = context.principal {
                try limits.admit(principal, quota)
            } else if request.bearerToken == nil {
                try limits.admitAnonymous(context.address, quota)
            } else {
                nil as Budget?
            }
        var response = try await respond()
        budget?.write(to: &response.headers)
        return response
    }
}

extension AppContext {
    /// Counts a request whose caller the route authenticates itself.
    package func admit(_ principal: Principal, _ quota: Quota? = nil) throws {
        _ = try limits?.admit(principal, quota)
    }

    /// Counts what becomes known only while the request is answered, such as bytes.
    package func charge(_ quota: Quota, _ count: Int) throws {
        try limits?.charge(quota, count, to: try requirePrincipal().userId)
    }

    /// Runs a check of a password or token, unless its client has been wrong too often.
    /// - Parameter account: as it was given; `nil` if a token is checked.
    package func guarded<Value>(_ account: String? = nil, _ check: () async throws -> Value) async throws -> Value {
        guard let limits else { return try await check() }
        return try await limits.logins.attempt(account, from: address, check)
    }
}

extension Budget {
    /// `RateLimit-*` as in the IETF's draft: what a full bucket holds, what is left, seconds until it's full.
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
}
