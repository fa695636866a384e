package import NIOCore

/// The application side of a WebSocket connection. Called on the connection's event loop only, and never while one of
/// its own calls to the connection is on the stack.
///
/// The order is `opened`, then any number of bursts (one or more `received…`, then `readBurstEnded`), at most one
/// `quiesce`, and finally `closed`.
package protocol WebSocketSession: AnyObject {
    /// The connection can send from now on.
    func opened(_ connection: WebSocketConnection)
    /// A complete message in valid UTF-8.
    func received(text: ByteBuffer)
    /// A complete binary message. Text-only sessions close with ``WebSocketCloseCode/unsupportedData``.
    func received(binary: ByteBuffer)
    /// All messages that arrived together were delivered. Everything the session has sent since leaves in one write.
    func readBurstEnded()
    /// The server is shutting down, and this is the last chance to send. The connection then closes with
    /// ``WebSocketCloseCode/goingAway``.
    func quiesce()
    /// Called exactly once, as soon as nothing more can be sent or received.
    func closed()
}

extension WebSocketSession {
    package func readBurstEnded() {}
    package func quiesce() {}
}
