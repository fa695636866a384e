import Domain
import NIOCore
import SpotterAPI

/// Answers a request in plain HTTP to a port that speaks TLS, so that whoever wrote `http://` learns why nothing works
/// instead of seeing the connection end. Stands before the TLS handler until it has seen the first byte.
final class PlainRequestRefusal: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    static let error = SpotterError.invalid("This port speaks TLS: use https:// instead of http://.")

    private var hasRefused = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !hasRefused else { return }
        let buffer = unwrapInboundIn(data)
        // Methods are capital letters (RFC 9110); a TLS record begins with its type, 20 to 24.
        let capitals = UInt8(ascii: "A")...UInt8(ascii: "Z")
        guard let first = buffer.getInteger(at: buffer.readerIndex, as: UInt8.self), capitals.contains(first) else {
            context.fireChannelRead(data)
            context.pipeline.syncOperations.removeHandler(context: context, promise: nil)
            return
        }
        hasRefused = true
        context.writeAndFlush(wrapOutboundOut(Self.response), promise: nil)
        context.close(promise: nil)
    }

    private static var response: ByteBuffer {
        let body = (try? ErrorEnvelope(error, requestId: "").json()).map { String(decoding: $0, as: UTF8.self) } ?? ""
        return ByteBuffer(
            string: "HTTP/1.1 400 Bad Request\r\nContent-Type: application/json; charset=utf-8\r\n"
                + "Content-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
        )
    }
}

@available(*, unavailable)
extension PlainRequestRefusal: Sendable {}
