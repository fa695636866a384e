package import Domain
package import NIOCore

/// The one route that answers plain requests for a WebSocket without going through HTTP: a connection that has never been
/// anything else takes a third of the time and leaves nothing to clear away.
///
/// It only ever says yes. A request that it doesn't take goes through the ordinary route of the same path, which words
/// the refusal.
package struct FastUpgrade: Sendable {
    package enum Verdict: Sendable {
        case accepted(WebSocketUpgradeBox.MakeSession)
        /// The token is being looked at; nothing means that the ordinary route is to answer.
        case pending(EventLoopFuture<WebSocketUpgradeBox.MakeSession?>)
        case ordinary
    }

    package typealias Admit =
        @Sendable (_ peer: SocketAddress?, _ token: Secret?, _ loop: any EventLoop) -> Verdict

    let path: String
    let admit: Admit

    /// - Parameters:
    ///   - path: of the route, without a query.
    ///   - admit: decides on the connection's event loop.
    package init(path: String, admit: @escaping Admit) {
        self.path = path
        self.admit = admit
    }
}
