import HummingbirdCore
import NIOCore
import NIOHTTPTypes

/// What a connection turned out to be, once its first request was seen.
enum ConnectionOutcome: Sendable {
    typealias HTTPChannel = NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>

    /// Plain HTTP, with the box through which a later request may still become a WebSocket.
    case http(HTTPChannel, WebSocketUpgradeBox)
    /// It asked for a WebSocket and gets this answer instead; then it's over.
    case refused(HTTPChannel, Response)
    case webSocket
}
