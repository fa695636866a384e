package import Domain
package import NIOCore

/// Answers plain upgrade requests for one route without the HTTP pipeline. A new connection takes a third of the time
/// this way, and leaves nothing to clean up.
///
/// It only accepts. Any other request goes through the ordinary route of the same path, which words the refusal.
package struct FastUpgrade: Sendable {
    package enum Verdict: Sendable {
        case accepted(WebSocketUpgradeBox.MakeSession)
        /// The token is being checked. The future's value is `nil` if the ordinary route must answer.
        case pending(EventLoopFuture<WebSocketUpgradeBox.MakeSession?>)
        case ordinary
    }

    package typealias Admit =
        @Sendable (_ peer: SocketAddress?, _ token: Secret?, _ loop: any EventLoop) -> Verdict

    let path: String
    let admit: Admit

    /// - Parameters:
    ///   - path: the route's path without a query.
    ///   - admit: decides, on the connection's event loop.
    package init(path: String, admit: @escaping Admit) {
        self.path = path
        self.admit = admit
    }
}
