package import NIOCore

/// The application side of a WebSocket connection. Called on the connection's event loop only, and never while one of
/// its own calls to the connection is on the stack.
///
/// The order is `opened`, then any number of bursts (`received…` once or more, then `readBurstEnded`), at most one
/// `quiesce`, and `closed` as the last call.
package protocol WebSocketSession: AnyObject {
    /// The connection can send from now on.
    func opened(_ connection: WebSocketConnection)
    /// A complete message; valid UTF-8.
    func received(text: ByteBuffer)
    /// A complete binary message. A session that understands only text closes with ``WebSocketCloseCode/unsupportedData``.
    func received(binary: ByteBuffer)
    /// All messages that arrived together were delivered. What the session has sent until now leaves with one write.
    func readBurstEnded()
    /// The server is shutting down: the last chance to send. The connection closes with
    /// ``WebSocketCloseCode/goingAway`` right after.
    func quiesce()
    /// Exactly once, whatever happened, as soon as nothing more can be sent or received.
    func closed()
}

extension WebSocketSession {
    package func readBurstEnded() {}
    package func quiesce() {}
}
