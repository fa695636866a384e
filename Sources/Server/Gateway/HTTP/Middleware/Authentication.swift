package import Accounts
package import Domain
package import Hummingbird

/// Authenticates `Authorization: Bearer …`. Without a token, the principal stays `nil`. Whoever is known to have used up what
/// they may is refused before that costs a read.
package struct Authentication: RouterMiddleware {
    private let accounts: Accounts
    /// That of the routes; `nil` for those that only take the header `Authorization`.
    private let contract: (any RouteContract)?
    /// Whether the routes check the token of somebody known in their own read.
    private let isLeftToRoutes: Bool

    package init(accounts: Accounts, contract: (any RouteContract)? = nil, isLeftToRoutes: Bool = false) {
        self.accounts = accounts
        self.contract = contract
        self.isLeftToRoutes = isLeftToRoutes
    }

    /// - Throws: `unauthorized` if the token is invalid, `token_expired` if it has expired; `rate_limited`; `forbidden` if the
    ///   contract doesn't take its owner.
    package func handle(
        _ request: Request,
        context: AppContext,
        next: @concurrent (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        let found = contract.map { $0.token(of: request) } ?? request.bearerToken
        guard let token = found else { return try await next(request, context) }
        var context = context
        if isLeftToRoutes, let credential = accounts.cachedPersonalCredential(for: token) {
            context.credential = credential
            return try await checked(credential) { try await next(request, context) }
        }
        let principal = try await accounts.authenticate(token) { [limits = context.limits] user, session in
            try limits?.requireRoom(for: user, session)
        }
        try contract?.admit(principal)
        context.principal = principal
        return try await next(request, context)
    }

    /// - Parameter answer: checks the credential.
    private func checked(
        _ credential: SessionCredential,
        by answer: () async throws -> Response
    ) async throws -> Response {
        do {
            let response = try await answer()
            accounts.recordActivity(of: credential.sessionId)
            return response
        } catch let error as SpotterError where error.code.status == .unauthorized {
            accounts.forget(credential)
            throw error
        }
    }
}

/// Refuses unauthenticated requests.
struct RequirePrincipal: RouterMiddleware {
    func handle(
        _ request: Request,
        context: AppContext,
        next: @concurrent (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        _ = try context.requireCredential()
        return try await next(request, context)
    }
}

/// Refuses requests without the administrator's token.
struct RequireAdmin: RouterMiddleware {
    let tokens: AdminTokens

    func handle(
        _ request: Request,
        context: AppContext,
        next: @concurrent (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        if let token = request.bearerToken { context.admin = try await tokens.actor(of: token) }
        _ = try context.requireAdmin()
        return try await next(request, context)
    }
}

extension AppContext {
    /// The administrator.
    /// - Throws: `unauthorized` if the request has no valid admin token.
    func requireAdmin() throws -> AdminActor {
        guard let admin else {
            throw SpotterError(.unauthorized, "This route needs the admin token that `spotter admin token` makes.")
        }
        return admin
    }
}

extension Request {
    package var bearerToken: Secret? {
        guard let header = headers[.authorization] else { return nil }
        let parts = header.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        return Secret(String(parts[1]).trimmed)
    }
}
