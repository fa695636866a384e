import Gateway
import NIOCore

/// Sends back what comes, as Autobahn's fuzzing client expects.
final class EchoSession: WebSocketSession {
    private let connection: WebSocketConnection

    init(connection: WebSocketConnection) { self.connection = connection }

    func opened(_ connection: WebSocketConnection) {}
    func received(text: ByteBuffer) { connection.send(text: text) }
    func received(binary: ByteBuffer) { connection.send(frame: ServerFrame.binary(binary)) }
    func readBurstEnded() {}
    func quiesce() {}
    func closed() {}
}
