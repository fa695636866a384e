import Accounts
import HTTPTypes
import Hummingbird

/// Sets the client's address in the context, for the middleware and routes behind it.
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
        let address = context.address
        let caller = PasswordCaller(key: address.network.bytes, isBounded: !address.isLoopback)
        let prepared = context
        return try await PasswordCaller.$current.withValue(caller) { try await next(request, prepared) }
    }
}
