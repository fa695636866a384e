import NIOCore

/// The limits of one socket session.
package struct SessionLimits: Sendable {
    /// Seconds between a client's pings. A client that is silent for this long is pinged, for twice as long
    /// disconnected.
    package var heartbeatSeconds = 25
    /// From the opening of the connection to the hello.
    var helloTimeout = TimeAmount.seconds(10)
    /// Requests of one connection that wait for an answer.
    var maxPendingRequests = 1024
    var typingExpiry = TimeAmount.seconds(5)
    /// Bytes of a frame before the hello: room for a hello with a thousand positions.
    var maxAnonymousFrameSize = 64 * 1024

    package init() {}

    var heartbeat: TimeAmount { .seconds(Int64(heartbeatSeconds)) }
    var silenceLimit: TimeAmount { .seconds(Int64(heartbeatSeconds) * 2) }
}
