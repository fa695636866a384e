import Domain
import ServerHarness
import SpotterAPI

/// A client's socket that has said hello, and answers the server's pings.
final class LedgerSocket: Sendable {
    private let socket: RawSocket
    private let texts: AsyncStream<String>

    /// - Parameter isHeard: whether what arrives is kept for `next`.
    static func open(port: Int, token: String, isHeard: Bool = true) async throws -> LedgerSocket {
        let (texts, arrived) = AsyncStream<String>.makeStream()
        let (welcomes, welcomed) = AsyncStream<Void>.makeStream()
        let socket = try await RawSocket.connect(host: "127.0.0.1", port: port, token: token) { text in
            if isHeard { arrived.yield(String(decoding: text, as: UTF8.self)) }
            welcomed.yield()
        } onEnd: {
            arrived.finish()
            welcomed.finish()
        }
        try socket.send(.hello(.init(deviceId: "ledger")))
        for await _ in welcomes { break }
        return LedgerSocket(socket, texts)
    }

    private init(_ socket: RawSocket, _ texts: AsyncStream<String>) {
        (self.socket, self.texts) = (socket, texts)
    }

    func send(_ frame: ClientFrame) throws { try socket.send(frame) }

    /// Waits for a frame of this type.
    /// - Throws: `unavailable` if the server refuses what was sent, or the connection ends.
    func next(_ type: String) async throws {
        for await text in texts {
            if text.hasPrefix(#"{"type":"\#(type)""#) { return }
            if text.contains(#""type":"error""#) { throw SpotterError(.unavailable, "the server refused: \(text)") }
        }
        throw SpotterError(.unavailable, "the server ended a connection of the ledger")
    }
}
