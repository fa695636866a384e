public import Domain
public import SpotterAPI

/// A connection after its welcome. `SpotterSocket` is the real one; tests use scripted ones.
public protocol SocketLink: Sendable {
    var welcome: Welcome { get }
    /// The events after the welcome, in order. Ends with the connection.
    var events: AsyncStream<ServerEvent> { get }
    /// Why the connection ended, for users; `nil` while it is open.
    var closeReason: String? { get }
    /// Sends a frame without waiting. Only a response shows that it arrived. Has no effect on a closed link.
    func transmit(_ frame: ClientFrame)
    func close()
}

/// Opens connections. `positions` is the latest `seq` seen of each chat; `nil` requests no replay.
public protocol SocketConnector: Sendable {
    /// - Throws: `ClientError`. A transient one can be retried.
    func connect(positions: [ChatID: Int64]?) async throws -> any SocketLink
}
