import Foundation
import SpotterAPI

/// What a load's connection sends. The frames are those of `SpotterAPI`.
enum ClientFrames {
    static func upgrade(host: String) -> [UInt8] {
        Array(
            ("GET /v1/socket HTTP/1.1\r\nHost: \(host)\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: c3BvdHRlci1iZW5jaC0xMQ==\r\n\r\n").utf8
        )
    }

    static func payload(_ frame: ClientFrame) -> [UInt8] {
        // Strings and numbers: this can't fail, and the server refuses an empty object.
        (try? frame.json()).map(Array.init) ?? Array("{}".utf8)
    }
}
