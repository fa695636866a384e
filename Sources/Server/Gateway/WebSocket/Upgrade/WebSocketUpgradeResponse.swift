import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore

/// The server's half of the opening handshake (RFC 6455, section 4.2).
enum WebSocketUpgradeResponse {
    private static let version = "13"

    /// Answers a valid request with 101.
    ///
    /// - Parameter subprotocols: the server's subprotocols; the client's first choice among them is confirmed.
    /// - Throws: `HTTPError` 426 if the request doesn't ask for a WebSocket of version 13, 400 if its key isn't 16
    ///   bytes.
    static func make(for request: Request, subprotocols: [String]) throws -> Response {
        guard request.head.asksForWebSocket, request.headers[.secWebSocketVersion] == version else {
            throw HTTPError(
                .upgradeRequired,
                headers: [.upgrade: "websocket", .secWebSocketVersion: version],
                message: "this address speaks WebSocket version \(version)"
            )
        }
        guard let key = request.headers[.secWebSocketKey], Data(base64Encoded: key)?.count == 16 else {
            throw HTTPError(.badRequest, message: "Sec-WebSocket-Key must be 16 bytes in base64")
        }
        var headers: HTTPFields = [.upgrade: "websocket", .connection: "upgrade", .secWebSocketAccept: accept(key)]
        let offered = request.headers[values: .secWebSocketProtocol].tokens.map(String.init)
        headers[.secWebSocketProtocol] = offered.first(where: subprotocols.contains)
        return Response(status: .switchingProtocols, headers: headers)
    }

    /// The complete 101 response to a request in the plain form.
    static func plain(for key: String) -> String {
        "HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n"
            + "sec-websocket-accept: \(accept(key))\r\n\r\n"
    }

    /// Proves that the server read the key: SHA-1 over the key and the protocol's constant.
    static func accept(_ key: String) -> String {
        let digest = Insecure.SHA1.hash(data: Data((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8))
        return Data(digest).base64EncodedString()
    }
}
