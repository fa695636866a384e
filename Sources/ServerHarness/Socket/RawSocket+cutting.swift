import NIOCore
import NIOPosix

#if canImport(Glibc)
    import Glibc
#endif

/// A WebSocket that can be cut like a cable: reset, half-closed, left unread.
final class Link: Sendable {
    private let channel: any Channel

    /// - Parameters:
    ///   - onText: each text frame's payload, on the connection's event loop.
    ///   - onEnd: once, when the connection is over.
    static func connect(
        to address: CheckedServer.Address,
        token: String,
        onText: @escaping @Sendable (ByteBufferView) -> Void,
        onEnd: @escaping @Sendable () -> Void
    ) async throws -> Link {
        let (channel, upgraded) = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelOption(.socketOption(.tcp_nodelay), value: 1)
            .channelOption(.allowRemoteHalfClosure, value: false)
            .connect(host: address.host, port: address.port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    let promise = channel.eventLoop.makePromise(of: Void.self)
                    let reader = LinkReader(upgraded: promise, onText: onText, onEnd: onEnd)
                    try channel.pipeline.syncOperations.addHandler(reader)
                    return (channel, promise.futureResult)
                }
            }
        let request = """
            GET /v1/socket HTTP/1.1\r
            Host: \(address.host)\r
            Upgrade: websocket\r
            Connection: Upgrade\r
            Sec-WebSocket-Version: 13\r
            Sec-WebSocket-Key: c3BvdHRlci1jaGVjay0xMQ==\r
            Authorization: Bearer \(token)\r
            \r

            """
        try await channel.writeAndFlush(ByteBuffer(string: request))
        try await upgraded.get()
        return Link(channel)
    }

    private init(_ channel: any Channel) { self.channel = channel }

    deinit { channel.close(promise: nil) }

    func send(_ text: String) { channel.writeAndFlush(Self.frame(opcode: 1, Array(text.utf8)), promise: nil) }

    func cut(_ cut: Step.Cut) async {
        switch cut {
        case .reset:
            let linger = linger(l_onoff: 1, l_linger: 0)
            try? await (channel as? any SocketOptionProvider)?.setSoLinger(linger).get()
            try? await channel.close()
        case .halfClose: try? await channel.close(mode: .output)
        case .close: channel.writeAndFlush(Self.frame(opcode: 8, [0x03, 0xE8]), promise: nil)
        }
    }

    func read(_ isReading: Bool) async { try? await channel.setOption(.autoRead, value: isReading).get() }

    func end() { channel.close(promise: nil) }

    /// Masked with zeros.
    private static func frame(opcode: UInt8, _ payload: [UInt8]) -> ByteBuffer {
        var buffer = ByteBuffer()
        buffer.writeInteger(0x80 | opcode)
        if payload.count < 126 {
            buffer.writeInteger(0x80 | UInt8(payload.count))
        } else {
            buffer.writeInteger(UInt8(0xFE))
            buffer.writeInteger(UInt16(clamping: payload.count))
        }
        buffer.writeInteger(UInt32(0))
        buffer.writeBytes(payload)
        return buffer
    }
}
