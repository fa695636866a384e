import Gateway
import NIOCore

/// Writes down what it's told, and does what the test says on top.
final class ScriptedSession: WebSocketSession {
    private(set) var log: [String] = []
    private(set) var connection: WebSocketConnection?
    /// What to do on a message.
    var onText: (WebSocketConnection, String) -> Void = { _, _ in }
    var onQuiesce: (WebSocketConnection) -> Void = { _ in }
    /// What to do at the end of a burst.
    var onBurstEnd: (WebSocketConnection) -> Void = { _ in }

    func opened(_ connection: WebSocketConnection) {
        log.append("opened")
        self.connection = connection
    }

    func received(text: ByteBuffer) {
        log.append("text \(String(buffer: text))")
        if let connection { onText(connection, String(buffer: text)) }
    }

    func received(binary: ByteBuffer) {
        log.append("binary \(binary.readableBytes)")
        connection?.close(code: .unsupportedData)
    }

    func readBurstEnded() {
        log.append("burst")
        if let connection { onBurstEnd(connection) }
    }

    func quiesce() {
        log.append("quiesce")
        if let connection { onQuiesce(connection) }
    }

    func closed() { log.append("closed") }
}
