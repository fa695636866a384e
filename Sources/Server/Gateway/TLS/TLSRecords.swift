import NIOCore
import NIOSSL

/// Placed behind the TLS handler: limits what the TLS handler buffers, and hides its errors from later handlers.
///
/// The TLS handler buffers writes until a flush, uncounted, and keeps a buffer as large as the largest flush for the
/// connection's lifetime. So it gets at most one record's worth at a time.
final class TLSRecords: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// The maximum plaintext in a record (RFC 8446, section 5.1).
    private static let maxRecordSize = 16 * 1024

    /// Bytes written since the last flush.
    private var waiting = 0

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        var rest = unwrapOutboundIn(data)
        while rest.readableBytes > Self.maxRecordSize, let piece = rest.readSlice(length: Self.maxRecordSize) {
            context.writeAndFlush(wrapOutboundOut(piece), promise: nil)
            waiting = 0
        }
        waiting += rest.readableBytes
        context.write(wrapOutboundOut(rest), promise: promise)
        if waiting >= Self.maxRecordSize { flush(context: context) }
    }

    func flush(context: ChannelHandlerContext) {
        waiting = 0
        context.flush()
    }

    /// A peer that violates TLS gets no answer in plain HTTP.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // The peer closed without a TLS shutdown. HTTP and WebSocket lengths already detect truncation.
        if case NIOSSLError.uncleanShutdown = error { return }
        context.close(promise: nil)
    }
}

@available(*, unavailable)
extension TLSRecords: Sendable {}
