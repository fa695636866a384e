public import Domain
import Foundation
public import NIOCore
import NIOPosix
public import SpotterAPI

/// A WebSocket without a protocol on top. A test controls every byte that is sent, and sees every frame that is
/// received.
public final class RawSocket: Sendable {
    let channel: any Channel
    private let frames: AsyncStream<RawFrame>

    /// Thrown if the server's response isn't 101.
    public struct Refused: Error {
        public let head: String
        public var status: Int { head.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0 }
    }

    /// A socket whose frames are requested one by one. It doesn't answer pings, and leaves closing to the server.
    /// - Parameters:
    ///   - headers: additional header lines of the request.
    ///   - receiveBuffer: the number of bytes that the system buffers for a client that doesn't read.
    /// - Throws: `Refused` unless the server upgrades.
    public static func connect(
        host: String,
        port: Int,
        token: String?,
        headers: [String] = [],
        receiveBuffer: Int? = nil
    ) async throws -> RawSocket {
        let (frames, arrived) = AsyncStream<RawFrame>.makeStream()
        let channel = try await open(host, port, token, headers, receiveBuffer) { head in
            RawSocketHandler(head: head, isClient: false) { frame in
                switch frame.opcode {
                case 1: arrived.yield(.text(String(buffer: frame.payload)))
                case 8: arrived.yield(.close(frame.payload.getInteger(at: frame.payload.readerIndex) ?? 0))
                default: break
                }
            } onEnd: {
                arrived.finish()
            }
        }
        return RawSocket(channel, frames)
    }

    /// A socket that reports text frames as they arrive, and answers pings and close frames like a normal client.
    /// - Parameters:
    ///   - timeout: for the answer to the upgrade.
    ///   - onText: called with each payload, on the connection's event loop.
    ///   - onEnd: called once, when the connection has ended or couldn't be opened.
    /// - Throws: `Refused` unless the server upgrades.
    public static func connect(
        host: String,
        port: Int,
        token: String,
        timeout: Duration? = nil,
        onText: @escaping @Sendable (ByteBufferView) -> Void,
        onEnd: @escaping @Sendable () -> Void
    ) async throws -> RawSocket {
        let channel = try await open(host, port, token, [], nil, timeout: timeout) { head in
            RawSocketHandler(head: head, isClient: true) { frame in
                if frame.opcode == 1 { onText(frame.payload.readableBytesView) }
            } onEnd: {
                onEnd()
            }
        }
        return RawSocket(channel, AsyncStream { $0.finish() })
    }

    private static func open(
        _ host: String,
        _ port: Int,
        _ token: String?,
        _ headers: [String],
        _ receiveBuffer: Int?,
        timeout: Duration? = nil,
        _ handler: @escaping @Sendable (EventLoopPromise<String>) -> RawSocketHandler
    ) async throws -> any Channel {
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
                    try channel.pipeline.syncOperations.addHandler(handler(promise))
                    return (channel, promise.futureResult)
                }
            }
        let deadline = timeout.map { timeout in
            channel.eventLoop.scheduleTask(in: TimeAmount(timeout)) { channel.close(promise: nil) }
        }
        defer { deadline?.cancel() }
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
        return channel
    }

    private init(_ channel: any Channel, _ frames: AsyncStream<RawFrame>) {
        self.channel = channel
        self.frames = frames
    }

    deinit { channel.close(promise: nil) }

    // MARK: Sending

    public func send(text: String) { send(opcode: 1, Array(text.utf8)) }

    public func send(_ frame: ClientFrame) throws { send(opcode: 1, [UInt8](try frame.json())) }

    public func send(_ json: [String: Any]) throws {
        send(opcode: 1, [UInt8](try JSONSerialization.data(withJSONObject: json)))
    }

    /// Sends one complete, masked frame (RFC 6455 §5.2). Frames are written in order. Has no effect on a closed
    /// connection.
    public func send(opcode: UInt8, _ payload: [UInt8]) {
        channel.writeAndFlush(Self.frame(opcode: opcode, payload), promise: nil)
    }

    static func frame(opcode: UInt8, _ payload: [UInt8]) -> ByteBuffer {
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
        return buffer
    }

    /// Sends bytes that needn't be a frame.
    public func send(raw bytes: [UInt8]) { channel.writeAndFlush(ByteBuffer(bytes: bytes), promise: nil) }

    public func close() { channel.close(promise: nil) }

    /// Stops reading. The server's bytes then wait in the system's buffers.
    public func stopReading() async throws { try await channel.setOption(.autoRead, value: false).get() }

    public func resumeReading() async throws { try await channel.setOption(.autoRead, value: true).get() }

    // MARK: Receiving

    /// The next frame; `nil` if the connection has ended.
    public func next() async -> RawFrame? {
        for await frame in frames { return frame }
        return nil
    }

    /// The next frame that satisfies `fits`. Earlier frames are skipped.
    /// - Throws: `SocketEnded` if the connection ends first.
    public func next(where fits: (RawFrame) -> Bool) async throws -> RawFrame {
        for await frame in frames where fits(frame) { return frame }
        throw SocketEnded()
    }

    public func next(_ type: String) async throws -> RawFrame { try await next { $0.type == type } }

    /// Thrown if the connection ended before the frame that a test waited for.
    public struct SocketEnded: Error {}

    /// All frames up to the end of the connection.
    public func rest() async -> [RawFrame] {
        var all: [RawFrame] = []
        for await frame in frames { all.append(frame) }
        return all
    }

    // MARK: Exchanges

    /// Sends the hello and waits for the welcome.
    @discardableResult
    public func hello(token: Secret? = nil, positions: [ChatID: Int64]? = nil) async throws -> RawFrame {
        try send(.hello(.init(token: token, deviceId: "test", positions: positions)))
        return try await next("welcome")
    }

    /// All frames, except presence, that the server sent over this socket before it read the ping sent here.
    ///
    /// This doesn't cover work that another task of the server still has to do. Wait for that separately.
    public func drained() async throws -> [RawFrame] {
        let id = UUID().uuidString
        try send(.ping(id: id))
        var all: [RawFrame] = []
        for await frame in frames {
            if frame.type == "pong", frame.id == id { return all }
            if frame.type != "presence" { all.append(frame) }
        }
        throw SocketEnded()
    }
}
