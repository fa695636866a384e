import NIOCore

/// Splits what a server sends into the head of its answer and frames.
final class WireReader: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let head: EventLoopPromise<String>
    private let arrived: AsyncStream<WireFrame>.Continuation
    private var buffer = ByteBuffer()
    private var hasHead = false

    init(head: EventLoopPromise<String>, arrived: AsyncStream<WireFrame>.Continuation) {
        self.head = head
        self.arrived = arrived
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = Self.unwrapInboundIn(data)
        buffer.writeBuffer(&bytes)
        if !hasHead {
            let text = String(buffer: buffer)
            guard let end = text.firstRange(of: "\r\n\r\n") else { return }
            hasHead = true
            buffer.moveReaderIndex(forwardBy: text[..<end.upperBound].utf8.count)
            head.succeed(String(text[..<end.lowerBound]))
        }
        while let frame = takeFrame() {
            // Answered as a good client does, so that nobody waits for it.
            if frame.opcode == 8 { context.writeAndFlush(Self.wrapOutboundOut(Self.closeFrame), promise: nil) }
            yield(frame)
        }
        buffer.discardReadBytes()
    }

    /// Code 1000, masked with zeros.
    private static let closeFrame = ByteBuffer(bytes: [0x88, 0x82, 0, 0, 0, 0, 0x03, 0xE8])

    private func yield(_ frame: (opcode: UInt8, payload: ByteBuffer)) {
        switch frame.opcode {
        case 1: arrived.yield(.text(String(buffer: frame.payload)))
        case 8: arrived.yield(.close(frame.payload.getInteger(at: frame.payload.readerIndex) ?? 0))
        default: break
        }
    }

    /// Server frames are never masked nor, here, fragmented.
    private func takeFrame() -> (opcode: UInt8, payload: ByteBuffer)? {
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
        return (first & 0xF, payload)
    }

    func channelInactive(context: ChannelHandlerContext) {
        head.fail(RawSocket.SocketEnded())
        arrived.finish()
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}
