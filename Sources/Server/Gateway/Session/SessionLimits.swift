import NIOCore

/// The limits of one socket session.
package struct SessionLimits: Sendable {
    /// Seconds between a client's pings. A client that is silent for this long is pinged; after twice as long it is
    /// disconnected.
    package var heartbeatSeconds = 25
    /// The time from the opening of the connection to the hello.
    var helloTimeout = TimeAmount.seconds(10)
    /// The maximum number of a connection's requests that await an answer.
    var maxPendingRequests = 1024
    var typingExpiry = TimeAmount.seconds(5)
    /// The maximum bytes of a frame before the hello: enough for a hello with a thousand positions.
    var maxAnonymousFrameSize = 64 * 1024

    package init() {}

    var heartbeat: TimeAmount { .seconds(Int64(heartbeatSeconds)) }
    var silenceLimit: TimeAmount { .seconds(Int64(heartbeatSeconds) * 2) }
}
