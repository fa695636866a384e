import HTTPTypes
import Hummingbird

/// Sets the client's address in the context, and whether it came by HTTPS, for the middleware and routes behind it.
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
        context.isSecure =
            request.head.scheme == "https"
            || proxies.saysHTTPS(peer: context.peer, forwarded: request.headers[values: .xForwardedProto])
        context.limits = limits
        return try await next(request, context)
    }
}
