package import Accounts
package import Hummingbird
import NIOCore

/// A request's context in the middleware and routes.
package struct AppContext: WebSocketRequestContext {
    package var coreContext: CoreRequestContextStorage
    package let webSocket = WebSocketUpgradeBox.current
    /// The authenticated user; set by `Authentication`.
    package var principal: Principal?
    /// The administrator; set by `RequireAdmin`.
    var admin: AdminActor?

    /// The client's address; set by `ClientAddressMiddleware`, which knows the trusted proxies.
    package var address: ClientAddress
    /// The other end of the connection, regardless of headers.
    let peer: SocketAddress?
    /// The server's rate limits, for costs that only a route knows; set by `ClientAddressMiddleware`.
    package var limits: Limits?

    package init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        peer = source.channel.remoteAddress
        address = ClientAddress(peer: peer)
    }

    package var maxUploadSize: Int { 256 * 1024 }
}
