package import Hummingbird
package import Messaging
import NIOCore

/// What a request carries through the middleware.
package struct AppContext: WebSocketRequestContext {
    package var coreContext: CoreRequestContextStorage
    package let webSocket = WebSocketUpgradeBox.current
    /// Who asks; set by `Authentication`.
    package var principal: Principal?

    /// Where the request comes from; set by `ClientAddressMiddleware`, which knows the trusted proxies.
    package var address: ClientAddress
    /// The other end of the connection, whatever headers say.
    let peer: SocketAddress?
    /// The server's budgets, for what only the route can count; set by `ClientAddressMiddleware`.
    package var limits: Limits?

    package init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        peer = source.channel.remoteAddress
        address = ClientAddress(peer: peer)
    }

    package var maxUploadSize: Int { 256 * 1024 }
}
