import Domain
import Foundation
import NIOCore
import NIOPosix

/// The load tool's end of a socket: sends ready frames, counts and times what comes.
///
/// Masks with a key of zero, so that the tool spends next to nothing on its own frames.
final class BenchSocket: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let path: String
    private let host: String
    private let token: String
    private let onText: (ByteBufferView, BenchSocket) -> Void
    private var pending = ByteBuffer()
    private var isUpgraded = false
    private var context: ChannelHandlerContext?
    private var out = ByteBuffer()

    init(
        host: String,
        path: String = "/v1/socket",
        token: String,
        onText: @escaping (ByteBufferView, BenchSocket) -> Void
    ) {
        self.host = host
        self.path = path
        self.token = token
        self.onText = onText
    }

    func channelActive(context: ChannelHandlerContext) {
        self.context = context
        let request = """
            GET \(path) HTTP/1.1\r
            Host: \(host)\r
            Upgrade: websocket\r
            Connection: Upgrade\r
            Sec-WebSocket-Version: 13\r
            Sec-WebSocket-Key: c3BvdHRlci1iZW5jaC0xMQ==\r
            Authorization: Bearer \(token)\r
            \r

            """
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: request)), promise: nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var incoming = unwrapInboundIn(data)
        pending.writeBuffer(&incoming)
        if !isUpgraded, !upgrade() { return }
        while let payload = nextFrame() { onText(payload, self) }
        pending.discardReadBytes()
    }

    func channelReadComplete(context: ChannelHandlerContext) { flush() }
    func channelInactive(context: ChannelHandlerContext) { self.context = nil }

    /// Queues a text frame; it leaves with the next flush.
    func send(_ text: String) {
        let count = text.utf8.count
        out.writeInteger(UInt8(0x81))
        if count < 126 {
            out.writeInteger(UInt8(0x80 | count))
        } else {
            out.writeInteger(UInt8(0x80 | 126))
            out.writeInteger(UInt16(clamping: count))
        }
        out.writeInteger(UInt32(0))
        out.writeString(text)
    }

    func flush() {
        guard out.readableBytes > 0, let context else { return }
        context.writeAndFlush(wrapOutboundOut(out), promise: nil)
        out = ByteBuffer()
    }

    private func upgrade() -> Bool {
        let view = pending.readableBytesView
        guard let end = view.firstRange(of: Array("\r\n\r\n".utf8)) else { return false }
        pending.moveReaderIndex(to: end.upperBound)
        isUpgraded = true
        send(#"{"type":"hello","deviceId":"bench"}"#)
        flush()
        return true
    }

    private func nextFrame() -> ByteBufferView? {
        let start = pending.readerIndex
        guard let short: UInt8 = pending.getInteger(at: start + 1) else { return nil }
        var header = 2
        var length = Int(short & 0x7F)
        if length == 126 {
            guard let extended: UInt16 = pending.getInteger(at: start + 2) else { return nil }
            (length, header) = (Int(extended), 4)
        } else if length == 127 {
            guard let extended: UInt64 = pending.getInteger(at: start + 2) else { return nil }
            (length, header) = (Int(clamping: extended), 10)
        }
        guard pending.readableBytes >= header + length else { return nil }
        let view = pending.viewBytes(at: start + header, length: length)
        pending.moveReaderIndex(forwardBy: header + length)
        return view
    }
}

extension BenchSocket {
    static func connect(
        _ address: URL,
        token: String,
        on loop: any EventLoop,
        onText: @escaping @Sendable (ByteBufferView, BenchSocket) -> Void
    ) async throws {
        let host = address.host() ?? "127.0.0.1"
        _ = try await ClientBootstrap(group: loop)
            .channelOption(.socketOption(.tcp_nodelay), value: 1)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(
                        BenchSocket(host: host, token: token, onText: onText)
                    )
                }
            }
            .connect(host: host, port: address.port ?? 80).get()
    }
}
