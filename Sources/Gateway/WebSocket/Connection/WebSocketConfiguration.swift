package import NIOCore

/// Limits of a connection. The defaults suit chat over the open internet.
package struct WebSocketConfiguration: Sendable {
    /// Encrypts connections; nothing leaves them plain.
    package var tls: TLSIdentity?
    /// The longest message from a client in bytes, all its fragments together; above, the connection ends with 1009.
    /// The longest text, 10 000 characters beyond the basic plane, takes 120 000 bytes where JSON escapes all of it.
    package var maxMessageSize = 128 * 1024
    /// Bytes that may wait for a slow client; above, its connection ends with 4008. What is ephemeral is dropped from a
    /// quarter of that on.
    package var maxQueuedBytes = 1024 * 1024
    /// How long a client may take to answer a close frame.
    package var closeTimeout = TimeAmount.seconds(5)
    /// How long a client may take from the connection to the end of its first request's head, and from the first byte
    /// of a later one to the end of its head.
    package var firstRequestTimeout = TimeAmount.seconds(10)
    /// A request's body has to make some progress in each such time.
    package var bodyWindow = TimeAmount.seconds(10)
    /// Bytes that are some progress; the slowest mobile connections make a hundred times as much.
    package var minBodyBytes = 1024
    /// Bytes that the system takes for a client before it has sent the earlier ones. What waits beyond is counted in
    /// `maxQueuedBytes`; the system's own default would hide megabytes from it.
    package var unsentBytes = 128 * 1024
    /// How long a plain HTTP connection may stay idle between requests, or stall within one.
    package var httpIdleTimeout = TimeAmount.seconds(60)
    /// How long a request under way may take once the server drains.
    package var drainTimeout = TimeAmount.seconds(5)
    /// The longest single request header in bytes.
    package var maxHeaderFieldSize = 16 * 1024
    /// All headers of a request together, in bytes.
    package var maxHeaderListSize = 32 * 1024
    package var maxHeaderCount = 100

    package init() {}
}
