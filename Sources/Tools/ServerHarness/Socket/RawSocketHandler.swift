import NIOCore

/// Splits a server's bytes into the head of its response and frames.
final class RawSocketHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    struct Frame {
        let opcode: UInt8
        let payload: ByteBuffer
    }

    private let head: EventLoopPromise<String>
    /// Whether it answers pings and close frames like a normal client.
    private let isClient: Bool
    private let onFrame: @Sendable (Frame) -> Void
    private let onEnd: @Sendable () -> Void
    private var buffer = ByteBuffer()
    private var hasHead = false

    init(
        head: EventLoopPromise<String>,
        isClient: Bool,
        onFrame: @escaping @Sendable (Frame) -> Void,
        onEnd: @escaping @Sendable () -> Void
    ) {
        self.head = head
        self.isClient = isClient
        self.onFrame = onFrame
        self.onEnd = onEnd
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = Self.unwrapInboundIn(data)
        buffer.writeBuffer(&bytes)
        if !hasHead {
            guard let end = buffer.readableBytesView.firstRange(of: Array("\r\n\r\n".utf8)) else { return }
            hasHead = true
            head.succeed(String(decoding: buffer.readableBytesView[..<end.lowerBound], as: UTF8.self))
            buffer.moveReaderIndex(to: end.upperBound)
        }
        while let frame = takeFrame() {
            onFrame(frame)
            respond(to: frame, context)
        }
        buffer.discardReadBytes()
    }

    /// Answers a close frame, so that the server doesn't wait for the answer.
    private func respond(to frame: Frame, _ context: ChannelHandlerContext) {
        switch frame.opcode {
        case 8:
            let close = RawSocket.frame(opcode: 8, [0x03, 0xE8])
            context.writeAndFlush(Self.wrapOutboundOut(close), promise: nil)
            if isClient { context.close(promise: nil) }
        case 9 where isClient:
            let pong = RawSocket.frame(opcode: 10, Array(frame.payload.readableBytesView))
            context.writeAndFlush(Self.wrapOutboundOut(pong), promise: nil)
        default: break
        }
    }

    /// This server's frames are neither masked nor fragmented.
    private func takeFrame() -> Frame? {
        let start = buffer.readerIndex
        guard let first: UInt8 = buffer.readInteger(), let second: UInt8 = buffer.readInteger() else {
            buffer.moveReaderIndex(to: start)
            return nil
        }
        var length: Int? = Int(second & 0x7F)
        if second & 0x7F == 126 { length = buffer.readInteger(as: UInt16.self).map(Int.init) }
        if second & 0x7F == 127 { length = buffer.readInteger(as: UInt64.self).map { Int(clamping: $0) } }
        guard let length, let payload = buffer.readSlice(length: length) else {
            buffer.moveReaderIndex(to: start)
            return nil
        }
        return Frame(opcode: first & 0xF, payload: payload)
    }

    /// Also called if the connection couldn't be opened.
    func handlerRemoved(context: ChannelHandlerContext) {
        head.fail(RawSocket.SocketEnded())
        onEnd()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
