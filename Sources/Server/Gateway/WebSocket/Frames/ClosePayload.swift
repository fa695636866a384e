import NIOCore

/// The payload of a peer's close frame: empty, or a code with an optional reason.
enum ClosePayload {
    /// - Returns: the code; `nil` if the frame is empty.
    /// - Throws: `.protocolError` if the code is truncated or not allowed on the wire, `.invalidPayload` if the reason
    ///   isn't UTF-8.
    static func code(in payload: ByteBuffer) throws(WebSocketProtocolError) -> WebSocketCloseCode? {
        var payload = payload
        guard payload.readableBytes > 0 else { return nil }
        guard let code = payload.readInteger(as: UInt16.self).map(WebSocketCloseCode.init), code.isAllowedFromPeer
        else {
            throw .protocolError
        }
        var reason = UTF8Check()
        try reason.extend(over: payload, isComplete: true)
        return code
    }
}
