import HTTPTypes
import Hummingbird

/// Finds the address of a request's client, for all that follows.
struct ClientAddressMiddleware: RouterMiddleware {
    let proxies: TrustedProxies
    let limits: Limits

    func handle(
        _ request: Request,
        context: AppContext,
        next: @concurrent (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        context.address = proxies.client(peer: context.peer, forwarded: request.headers[values: .xForwardedFor])
        context.limits = limits
        return try await next(request, context)
    }
}
