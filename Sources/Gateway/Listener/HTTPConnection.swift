import HummingbirdCore
import NIOCore
import NIOHTTPTypes

/// A connection that isn't a WebSocket, once its first request was seen.
enum HTTPConnection: Sendable {
    typealias Parts = NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>

    /// With the box through which a later request may still become a WebSocket.
    case requests(Parts, WebSocketUpgradeBox)
    /// It asked for a WebSocket and gets this answer instead; then it's over.
    case refused(Parts, Response)

    /// Closes it without an answer: the server has ended. A channel of this kind must not just be dropped.
    func abandon() {
        let parts =
            switch self {
            case .requests(let parts, _), .refused(let parts, _): parts
            }
        Task { try? await parts.executeThenClose { _, _ in } }
    }
}
