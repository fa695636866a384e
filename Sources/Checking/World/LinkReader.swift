import Domain
import NIOCore

/// Splits what the server sends into the head of its answer and the text of its frames.
final class LinkReader: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private static let pong = ByteBuffer(bytes: [0x8A, 0x80, 0, 0, 0, 0])

    private let upgraded: EventLoopPromise<Void>
    private let onText: @Sendable (ByteBufferView) -> Void
    private let onEnd: @Sendable () -> Void
    private var buffer = ByteBuffer()
    private var isUpgraded = false

    init(
        upgraded: EventLoopPromise<Void>,
        onText: @escaping @Sendable (ByteBufferView) -> Void,
        onEnd: @escaping @Sendable () -> Void
    ) {
        self.upgraded = upgraded
        self.onText = onText
        self.onEnd = onEnd
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = Self.unwrapInboundIn(data)
        buffer.writeBuffer(&bytes)
        if !isUpgraded {
            guard let end = buffer.readableBytesView.firstRange(of: Array("\r\n\r\n".utf8)) else { return }
            let head = String(decoding: buffer.readableBytesView[..<end.lowerBound], as: UTF8.self)
            buffer.moveReaderIndex(to: end.upperBound)
            isUpgraded = true
            guard head.hasPrefix("HTTP/1.1 101") else {
                upgraded.fail(SpotterError(.unavailable, "the upgrade was refused: \(head.prefix(100))"))
                return context.close(promise: nil)
            }
            upgraded.succeed()
        }
        while let (opcode, payload) = nextFrame() {
            if opcode == 1 { onText(payload) }
            if opcode == 8 { context.close(promise: nil) }
            // Pings are empty here; the answer says that somebody is there.
            if opcode == 9 { context.writeAndFlush(Self.wrapOutboundOut(Self.pong), promise: nil) }
        }
        buffer.discardReadBytes()
    }

    /// A server's frames are neither masked nor, here, fragmented.
    private func nextFrame() -> (opcode: UInt8, payload: ByteBufferView)? {
        let start = buffer.readerIndex
        guard let first: UInt8 = buffer.getInteger(at: start), let short: UInt8 = buffer.getInteger(at: start + 1)
        else {
            return nil
        }
        var header = 2
        var length = Int(short & 0x7F)
        if length == 126 {
            guard let long: UInt16 = buffer.getInteger(at: start + 2) else { return nil }
            (length, header) = (Int(long), 4)
        } else if length == 127 {
            guard let long: UInt64 = buffer.getInteger(at: start + 2) else { return nil }
            (length, header) = (Int(clamping: long), 10)
        }
        guard buffer.readableBytes - header >= length, let view = buffer.viewBytes(at: start + header, length: length)
        else { return nil }
        buffer.moveReaderIndex(forwardBy: header + length)
        return (first & 0xF, view)
    }

    /// Also where the connection never came to be.
    func handlerRemoved(context: ChannelHandlerContext) {
        upgraded.fail(SpotterError(.unavailable, "the connection ended before the upgrade"))
        onEnd()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
