package import Accounts
package import Hummingbird
import NIOCore

/// A request's context in the middleware and routes.
package struct AppContext: WebSocketRequestContext {
    package var coreContext: CoreRequestContextStorage
    package let webSocket = WebSocketUpgradeBox.current
    /// The authenticated user; set by `Authentication`.
    package var principal: Principal?

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

    /// Hummingbird's own bound of bodies.
    package var maxUploadSize: Int { maxBodyBytes }

    /// The maximum bytes of a JSON body. The longest text, 10 000 characters beyond the basic plane, takes 120 000 bytes
    /// if JSON escapes all of it. Who isn't logged in has nothing long to say.
    var maxBodyBytes: Int { principal == nil ? 16 * 1024 : 128 * 1024 }
}
