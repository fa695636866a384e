/// The address and the limits of a listener.
package struct ListenerConfiguration: Sendable {
    package var host: String
    package var port: Int
    /// The maximum number of open connections; more wait to be accepted.
    package var maxConnections: Int
    /// The maximum number of open connections from one address; more are closed at once. This machine and `proxies` are
    /// exempt, because others are behind them.
    package var maxConnectionsPerAddress = Int.max
    package var proxies = TrustedProxies()
    package var serverName = "spotter"
    /// Listening sockets on the port. The system limits each socket's queue of unaccepted connections
    /// (`net.core.somaxconn`, 4096 by default). A client that doesn't fit retries after a second, so several queues
    /// absorb a larger burst.
    package var queues = 4

    package init(host: String = "127.0.0.1", port: Int = 0, maxConnections: Int = .max) {
        self.host = host
        self.port = port
        self.maxConnections = maxConnections
    }

    /// The requested queue length of each socket.
    static let backlog: Int32 = 4096
}
