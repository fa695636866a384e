import Accounts
import HTTPTypes
import Hummingbird

/// Sets the client's address in the context, and whether it came by HTTPS, for the middleware and routes behind it.
struct ClientAddressMiddleware: RouterMiddleware {
    let proxies: TrustedProxies
    let limits: Limits
    private let unnamedProxy = UnnamedProxyWarning()

    init(proxies: TrustedProxies, limits: Limits) {
        self.proxies = proxies
        self.limits = limits
    }

    func handle(
        _ request: Request,
        context: AppContext,
        next: @concurrent (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        let client = proxies.client(peer: context.peer, forwarded: request.headers[values: .xForwardedFor])
        context.address = unnamedProxy.checked(client, request.headers, context.logger)
        context.isSecure =
            request.head.scheme == "https"
            || proxies.saysHTTPS(peer: context.peer, forwarded: request.headers[values: .xForwardedProto])
        context.limits = limits
        let address = context.address
        let caller = PasswordCaller(key: address.network.bytes, isBounded: !address.isLoopback)
        let prepared = context
        return try await PasswordCaller.$current.withValue(caller) { try await next(request, prepared) }
    }
}
