package import NIOCore

/// Limits of a connection. The defaults suit chat over the open internet.
package struct WebSocketConfiguration: Sendable {
    /// The certificate for encrypted connections; `nil` serves them unencrypted.
    package var tls: TLSIdentity?
    /// The maximum length of a client's message in bytes, with all of its fragments. Above it, the connection closes
    /// with 1009. The longest text, 10 000 characters beyond the basic plane, takes 120 000 bytes if JSON escapes all
    /// of it.
    package var maxMessageSize = 128 * 1024
    /// The maximum bytes that wait for a slow client. Above it, the connection closes with 4008. Ephemeral frames are
    /// dropped from a quarter of it.
    package var maxQueuedBytes = 1024 * 1024
    /// Over how long connections are closed when the server stops: each at a moment of its own, so that their clients don't all
    /// come to another server at once. 0 closes them at once.
    package var drainSpread = TimeAmount.zero
    /// How long a client may take to answer a close frame.
    package var closeTimeout = TimeAmount.seconds(5)
    /// The timeout for a request's head: from the connection for the first request, from its first byte for later ones.
    package var firstRequestTimeout = TimeAmount.seconds(10)
    /// A request's body must make progress within each window of this length.
    package var bodyWindow = TimeAmount.seconds(10)
    /// The bytes that count as progress in a window. The slowest mobile connections transfer a hundred times as much.
    package var minBodyBytes = 1024
    /// The bytes that the kernel buffers unsent per client. Everything beyond is counted in `maxQueuedBytes`; the
    /// kernel's default would hide megabytes from it.
    package var unsentBytes = 128 * 1024
    /// How long an HTTP client may take no byte of a response that waits for it.
    package var writePatience = TimeAmount.seconds(12)
    /// As `unsentBytes`, for HTTP. Smaller, because the server learns that a client takes bytes only when half of them
    /// are gone: a client counts as stalled below 3 KB a second.
    package var httpUnsentBytes = 64 * 1024
    /// The maximum time a plain HTTP connection may be idle between requests or stall within one.
    package var httpIdleTimeout = TimeAmount.seconds(60)
    /// The time an unfinished request gets once the server drains.
    package var drainTimeout = TimeAmount.seconds(5)
    /// The maximum length of a single header in bytes.
    package var maxHeaderFieldSize = 16 * 1024
    /// The maximum length of all headers of a request in bytes.
    package var maxHeaderListSize = 32 * 1024
    package var maxHeaderCount = 100

    package init() {}
}
