import NIOCore
import NIOWebSocket

/// Decodes WebSocket frames into text for `SocketCore`. Answers pings and close frames by itself (RFC 6455 §5.5).
final class SocketHandler: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    /// The largest accepted message: 64 MiB, many times the size of a welcome with 10 000 chats.
    private static let messageLimit = 64 << 20

    private let core: SocketCore
    private var fragments: ByteBuffer?

    init(_ core: SocketCore) { self.core = core }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = Self.unwrapInboundIn(data)
        core.noteFrame()
        switch frame.opcode {
        case .text:
            guard fragments == nil else { return fail(context, "the server broke the order of fragments") }
            fragments = frame.unmaskedData
            if frame.fin { deliver() }
        case .continuation:
            guard var message = fragments else { return fail(context, "the server broke the order of fragments") }
            var rest = frame.unmaskedData
            guard message.readableBytes + rest.readableBytes <= Self.messageLimit else {
                return fail(context, "the server sent a message that is too large")
            }
            fragments = nil  // so that appending doesn't copy the buffer
            message.writeBuffer(&rest)
            fragments = message
            if frame.fin { deliver() }
        case .ping:
            reply(context, .pong, frame.unmaskedData)
        case .connectionClose:
            closed(context, frame.unmaskedData)
        case .binary:
            fail(context, "the server sent binary data")
        default:
            break
        }
    }

    private func deliver() {
        guard let message = fragments else { return }
        fragments = nil
        core.received(String(buffer: message))
    }

    private func closed(_ context: ChannelHandlerContext, _ content: ByteBuffer) {
        var content = content
        let code = content.readInteger(as: UInt16.self)
        let text = String(buffer: content)
        let words = text.isEmpty ? "the server closed the connection" : "the server closed the connection: \(text)"
        reply(context, .connectionClose, code.map { ByteBuffer(integer: $0) } ?? ByteBuffer())
        core.close(reason: code.map { "\(words) (\($0))" } ?? words)
    }

    private func fail(_ context: ChannelHandlerContext, _ reason: String) {
        core.close(reason: reason)
    }

    private func reply(_ context: ChannelHandlerContext, _ opcode: WebSocketOpcode, _ data: ByteBuffer) {
        let frame = WebSocketFrame(fin: true, opcode: opcode, maskKey: .random(), data: data)
        context.writeAndFlush(Self.wrapOutboundOut(frame), promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        core.ended(reason: "the connection was closed")
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        core.close(reason: "the connection failed: \(ClientError.networkReason(error))")
    }
}
