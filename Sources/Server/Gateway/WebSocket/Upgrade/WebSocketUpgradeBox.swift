package import HummingbirdCore
import NIOConcurrencyHelpers

/// Passes a route's results, such as the user, to the session that starts after the 101.
///
/// A route runs in a task and the session on an event loop. A request's context is a struct that is copied down the
/// middleware, so only a reference reaches the session. Each connection has one box, carried by its task; each
/// request's context finds it as ``current``.
package final class WebSocketUpgradeBox: Sendable {
    /// Creates the session on the connection's event loop. The connection can't send before `opened`.
    package typealias MakeSession = @Sendable (WebSocketConnection) -> any WebSocketSession

    @TaskLocal static var ofConnection: WebSocketUpgradeBox?

    /// The box of the connection that this task serves. Outside of a connection, such as in tests of a router alone, a
    /// new one.
    package static var current: WebSocketUpgradeBox { ofConnection ?? WebSocketUpgradeBox() }

    private let makeSession = NIOLockedValueBox<MakeSession?>(nil)

    package init() {}

    /// Accepts the WebSocket that `request` asks for. The route must return the response unchanged.
    ///
    /// - Parameters:
    ///   - subprotocols: the server's subprotocols; the client's first choice among them is confirmed.
    ///   - makeSession: captures what the session needs, such as the user.
    /// - Returns: a 101 response.
    /// - Throws: `HTTPError` 426 if the request doesn't ask for a WebSocket of version 13, 400 if its key is invalid.
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
