/// A peer's protocol violation, by its close code (RFC 6455, section 7.4.1).
package enum WebSocketProtocolError: UInt16, Error {
    case protocolError = 1002
    case invalidPayload = 1007
    case messageTooBig = 1009

    var closeCode: WebSocketCloseCode { WebSocketCloseCode(rawValue: rawValue) }
}
