/// The frames of a load's connection, except `message.send`, which `SendTemplate` writes in place.
enum ClientFrames {
    static func upgrade(host: String) -> [UInt8] {
        Array(
            ("GET /v1/socket HTTP/1.1\r\nHost: \(host)\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: c3BvdHRlci1iZW5jaC0xMQ==\r\n\r\n").utf8
        )
    }

    /// - Parameter position: the position in `chat`; `nil` sends none, like a new client.
    static func hello(token: String, deviceId: String, chat: String, position: Int64?) -> [UInt8] {
        let positions = position.map { #","positions":{"\#(chat)":\#($0)}"# } ?? ""
        return FrameWriter.text(#"{"type":"hello","token":"\#(token)","deviceId":"\#(deviceId)"\#(positions)}"#)
    }

    static func readReceipt(chat: String, seq: Int64) -> [UInt8] {
        FrameWriter.text(#"{"type":"receipt.read","chatId":"\#(chat)","seq":\#(seq)}"#)
    }
}
