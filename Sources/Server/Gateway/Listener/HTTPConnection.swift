import HummingbirdCore
import NIOCore
import NIOHTTPTypes

/// An HTTP connection whose first request has arrived.
enum HTTPConnection: Sendable {
    typealias Parts = NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>

    /// Plain requests. The box lets a later request still upgrade to a WebSocket.
    case requests(Parts, WebSocketUpgradeBox)
    /// An upgrade request that was refused. The connection ends after this response.
    case refused(Parts, Response)

    /// Closes the connection without a response because the server has shut down. NIO requires that its asynchronous
    /// channel is closed explicitly.
    func abandon() {
        let parts =
            switch self {
            case .requests(let parts, _), .refused(let parts, _): parts
            }
        Task { try? await parts.executeThenClose { _, _ in } }
    }
}
