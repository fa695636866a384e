public import Domain
import Foundation
import NIOCore
import NIOPosix

/// A WebSocket with nothing on top: a test says what goes out, byte by byte if it must, and sees all that comes back.
public final class RawSocket: Sendable {
    private let channel: any Channel
    private let frames: AsyncStream<WireFrame>

    /// The server answered something else than 101.
    public struct Refused: Error {
        public let head: String
        public var status: Int { head.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0 }
    }

    public static func connect(
        host: String,
        port: Int,
        token: String?,
        headers: [String] = [],
        receiveBuffer: Int? = nil
    ) async throws -> RawSocket {
        let (frames, arrived) = AsyncStream<WireFrame>.makeStream()
        var bootstrap = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelOption(.socketOption(.tcp_nodelay), value: 1)
        if let receiveBuffer {
            bootstrap = bootstrap.channelOption(.socketOption(.so_rcvbuf), value: .init(receiveBuffer))
        }
        let (channel, head) =
            try await bootstrap
            .connect(host: host, port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    let promise = channel.eventLoop.makePromise(of: String.self)
                    try channel.pipeline.syncOperations.addHandler(WireReader(head: promise, arrived: arrived))
                    return (channel, promise.futureResult)
                }
            }
        let lines = [
            "GET /v1/socket HTTP/1.1", "Host: \(host):\(port)", "Connection: Upgrade", "Upgrade: websocket",
            "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        ]
        let authorization = token.map { ["Authorization: Bearer \($0)"] } ?? []
        let request = (lines + authorization + headers).joined(separator: "\r\n") + "\r\n\r\n"
        try await channel.writeAndFlush(ByteBuffer(string: request))
        let answer = try await head.get()
        guard answer.hasPrefix("HTTP/1.1 101") else {
            channel.close(promise: nil)
            throw Refused(head: answer)
        }
        return RawSocket(channel, frames)
    }

    private init(_ channel: any Channel, _ frames: AsyncStream<WireFrame>) {
        self.channel = channel
        self.frames = frames
    }

    deinit { channel.close(promise: nil) }

    // MARK: Out

    public func send(text: String) { send(opcode: 1, Array(text.utf8)) }

    public func send(_ json: [String: Any]) throws {
        send(opcode: 1, [UInt8](try JSONSerialization.data(withJSONObject: json)))
    }

    /// One whole, masked frame (RFC 6455 §5.2). Written in order; a closed connection swallows it.
    public func send(opcode: UInt8, _ payload: [UInt8]) {
        var buffer = ByteBuffer()
        buffer.writeInteger(0x80 | opcode)
        switch payload.count {
        case ...125: buffer.writeInteger(0x80 | UInt8(payload.count))
        case ...0xFFFF:
            buffer.writeInteger(UInt8(0xFE))
            buffer.writeInteger(UInt16(payload.count))
        default:
            buffer.writeInteger(UInt8(0xFF))
            buffer.writeInteger(UInt64(payload.count))
        }
        let key: [UInt8] = [0x37, 0xFA, 0x21, 0x3D]
        buffer.writeBytes(key)
        buffer.writeBytes(payload.enumerated().map { $0.element ^ key[$0.offset % 4] })
        channel.writeAndFlush(buffer, promise: nil)
    }

    /// Bytes that may be no frame at all.
    public func send(raw bytes: [UInt8]) { channel.writeAndFlush(ByteBuffer(bytes: bytes), promise: nil) }

    public func close() { channel.close(promise: nil) }

    /// From now on the peer's bytes wait in the system.
    public func stopReading() async throws { try await channel.setOption(.autoRead, value: false).get() }

    // MARK: In

    /// The next frame; `nil` when the connection has ended.
    public func next() async -> WireFrame? {
        for await frame in frames { return frame }
        return nil
    }

    /// The next frame that fits; what comes before it is passed over.
    public func next(where fits: (WireFrame) -> Bool) async throws -> WireFrame {
        for await frame in frames where fits(frame) { return frame }
        throw SocketEnded()
    }

    public func next(_ type: String) async throws -> WireFrame { try await next { $0.type == type } }

    /// The connection ended before what a test waited for.
    public struct SocketEnded: Error {}

    /// Everything up to the end of the connection.
    public func rest() async -> [WireFrame] {
        var all: [WireFrame] = []
        for await frame in frames { all.append(frame) }
        return all
    }

    // MARK: Talk

    /// Says hello and waits for the welcome.
    @discardableResult
    public func hello(token: Secret? = nil, positions: [ChatID: Int64]? = nil) async throws -> WireFrame {
        var hello: [String: Any] = ["type": "hello", "deviceId": "test"]
        if let token { hello["token"] = token.reveal() }
        if let positions {
            hello["positions"] = Dictionary(uniqueKeysWithValues: positions.map { ("\($0.key)", $0.value) })
        }
        try send(hello)
        return try await next("welcome")
    }

    /// Everything that the server had for this socket before it read the ping sent here, presence left out.
    ///
    /// Not for what another task of the server still has to do: wait for that itself.
    public func drained() async throws -> [WireFrame] {
        let id = UUID().uuidString
        try send(["type": "ping", "id": id])
        var all: [WireFrame] = []
        for await frame in frames {
            if frame.type == "pong", frame.id == id { return all }
            if frame.type != "presence" { all.append(frame) }
        }
        throw SocketEnded()
    }
}
