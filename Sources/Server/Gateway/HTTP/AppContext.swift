package import Accounts
package import Hummingbird
import NIOCore

/// A request's context in the middleware and routes.
package struct AppContext: WebSocketRequestContext {
    package var coreContext: CoreRequestContextStorage
    package let webSocket = WebSocketUpgradeBox.current
    /// Who asks; set by `Authentication`. Only the routes that check it in their own read get one that isn't checked yet.
    package var credential: SessionCredential?
    /// The authenticated user.
    package var principal: Principal? {
        get { if case .checked(let principal) = credential { principal } else { nil } }
        set { credential = newValue.map(SessionCredential.checked) }
    }
    /// The administrator; set by `RequireAdmin`.
    var admin: AdminActor?

    /// The client's address; set by `ClientAddressMiddleware`, which knows the trusted proxies.
    package var address: ClientAddress
    /// Whether the client speaks HTTPS, to this server or to a trusted proxy; set by `ClientAddressMiddleware`.
    var isSecure = false
    /// The other end of the connection, regardless of headers.
    let peer: SocketAddress?
    /// The connection.
    let channel: any Channel
    /// The server's rate limits, for costs that only a route knows; set by `ClientAddressMiddleware`.
    package var limits: Limits?
    /// What a route that authenticates its caller itself says of that; `nil` for all others.
    var admission: Admission?

    package init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        channel = source.channel
        peer = source.channel.remoteAddress
        address = ClientAddress(peer: peer)
    }

    /// Hummingbird's own bound of bodies.
    package var maxUploadSize: Int { maxBodyBytes }

    /// The maximum bytes of a JSON body. The longest text, 10 000 characters beyond the basic plane, takes 120 000 bytes
    /// if JSON escapes all of it. Requests without a log-in need no long bodies.
    var maxBodyBytes: Int { credential == nil && admin == nil ? 16 * 1024 : 128 * 1024 }

    /// Answers `Expect: 100-continue`, once nothing but the body can still refuse the request.
    func letBodyCome(_ request: Request) {
        guard request.headers[.expect] != nil else { return }
        channel.triggerUserOutboundEvent(RequestRules.ContinueEvent(), promise: nil)
    }
}
