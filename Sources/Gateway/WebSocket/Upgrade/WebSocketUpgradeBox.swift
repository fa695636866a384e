package import HummingbirdCore
import NIOConcurrencyHelpers

/// Where a route leaves what it knows (who connects) for the session that starts once its 101 is out.
///
/// A route runs in a task and the session on an event loop, and a request's context is a struct that is copied down the
/// middleware, so that only a reference gets through. There is one box per connection; the connection's task carries it,
/// and each request's context finds it there with ``current``.
package final class WebSocketUpgradeBox: Sendable {
    /// Makes the session, on the connection's event loop. The connection can't send before `opened`.
    package typealias MakeSession = @Sendable (WebSocketConnection) -> any WebSocketSession

    @TaskLocal static var ofConnection: WebSocketUpgradeBox?

    /// The box of the connection whose request this task serves; a new one where there is no such connection, as in
    /// tests of a router alone.
    package static var current: WebSocketUpgradeBox { ofConnection ?? WebSocketUpgradeBox() }

    private let makeSession = NIOLockedValueBox<MakeSession?>(nil)

    package init() {}

    /// Accepts the WebSocket that `request` asks for. The answer is for the route to return as it is.
    ///
    /// - Parameters:
    ///   - subprotocols: What the server speaks; the client's first choice among them is confirmed.
    ///   - makeSession: Captures whatever the session needs, the user for one.
    /// - Returns: 101.
    /// - Throws: `HTTPError` with 426 where the request asks for no WebSocket of version 13, 400 for a bad key.
    package func accept(
        _ request: Request,
        subprotocols: [String] = [],
        makeSession: @escaping MakeSession
    ) throws -> Response {
        let response = try WebSocketUpgradeResponse.make(for: request, subprotocols: subprotocols)
        self.makeSession.withLockedValue { $0 = makeSession }
        return response
    }

    func take() -> MakeSession? { makeSession.withLockedValue { $0.take() } }
}
