/// Where a server listens.
package struct ListenerConfiguration: Sendable {
    package var host: String
    package var port: Int
    /// Connections of any kind that are held at once; more wait to be accepted.
    package var maxConnections: Int
    package var serverName = "spotter"
    /// Listening sockets on the one port. The system bounds each one's queue of connections that nobody has accepted yet
    /// (`net.core.somaxconn`, 4096 by default) and lets whoever doesn't fit try again after a second: so many fit at once.
    package var queues = 4

    package init(host: String = "127.0.0.1", port: Int = 0, maxConnections: Int = .max) {
        self.host = host
        self.port = port
        self.maxConnections = maxConnections
    }

    /// What is asked of the system for each queue.
    static let backlog: Int32 = 4096
}
