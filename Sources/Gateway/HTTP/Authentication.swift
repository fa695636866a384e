public import Domain
public import Hummingbird
public import Messaging

/// Finds out who asks, from `Authorization: Bearer …`. A missing token leaves nobody; a bad one is refused at once.
public struct Authentication: RouterMiddleware {
    private let accounts: Accounts

    public init(accounts: Accounts) { self.accounts = accounts }

    public func handle(
        _ request: Request,
        context: AppContext,
        next: (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        guard let token = request.bearerToken else { return try await next(request, context) }
        var context = context
        context.principal = try await accounts.authenticate(token)
        return try await next(request, context)
    }
}

/// Lets only those pass who have said who they are.
struct RequirePrincipal: RouterMiddleware {
    func handle(
        _ request: Request,
        context: AppContext,
        next: (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        _ = try context.requirePrincipal()
        return try await next(request, context)
    }
}

/// Lets only the operator pass.
struct RequireAdmin: RouterMiddleware {
    let tokens: AdminTokens

    func handle(
        _ request: Request,
        context: AppContext,
        next: (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        guard let token = request.bearerToken, try await tokens.isValid(token) else {
            throw SpotterError(.unauthorized, "This route needs the admin token that `spotter admin token` makes.")
        }
        return try await next(request, context)
    }
}

extension Request {
    public var bearerToken: Secret? {
        guard let header = headers[.authorization] else { return nil }
        let parts = header.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        return Secret(String(parts[1]).trimmed)
    }
}
