public import Domain
public import SpotterAPI

/// One connection that has been welcomed. `SpotterSocket` is the real one; tests script others.
public protocol SocketLink: Sendable {
    var welcome: Welcome { get }
    /// What comes after the welcome, in order; ends when the connection does.
    var events: AsyncStream<ServerEvent> { get }
    /// Why it ended; for people. `nil` while it's open.
    var closeReason: String? { get }
    /// Sends a frame, without waiting; only an answer shows that it arrived. Does nothing on a closed link.
    func transmit(_ frame: ClientFrame)
    func close()
}

/// Makes connections, each with what's been seen so far (`nil`: nothing, and nothing is to be replayed).
public protocol SocketConnector: Sendable {
    /// - Throws: `ClientError`; a transient one is worth another attempt.
    func connect(positions: [ChatID: Int64]?) async throws -> any SocketLink
}
