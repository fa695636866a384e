package import Hummingbird
package import HummingbirdCore

extension HTTPServerBuilder {
    /// HTTP/1.1 whose routes may answer with a WebSocket, by ``WebSocketUpgradeBox/accept(_:subprotocols:makeSession:)``.
    ///
    /// ```swift
    /// Application(router: router, server: .spotter(upgrades: router))
    /// ```
    ///
    /// - Parameter upgrades: Answers requests for a WebSocket that come first on their connection; the same router as
    ///   the application's, unless the two are meant to differ.
    /// - Parameter direct: Takes plain requests for its WebSocket before they reach HTTP.
    package static func spotter<Upgrades: HTTPResponderBuilder>(
        upgrades: Upgrades,
        direct: DirectUpgrade? = nil,
        configuration: WebSocketConfiguration = WebSocketConfiguration()
    ) -> HTTPServerBuilder where Upgrades.Responder.Context: WebSocketRequestContext {
        let upgrades = upgrades.buildResponder()
        return HTTPServerBuilder { responder in
            WebSocketChannel(
                responder: responder,
                upgrades: upgrades,
                direct: direct,
                configuration: configuration
            )
        }
    }
}
