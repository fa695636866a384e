import NIOCore

/// What a peer's close frame says: nothing, or a code and perhaps a reason.
enum ClosePayload {
    /// - Returns: The code, `nil` where the frame is empty.
    /// - Throws: `.protocolError` for half a code or one that mustn't be sent, `.invalidPayload` for a reason that isn't
    ///   UTF-8.
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
