import NIOCore
import NIOSSL

/// Stands behind the TLS handler: keeps what waits in it small, and its failures from the handlers behind.
///
/// The TLS handler keeps what is written until a flush, where nobody counts it, and holds on to a buffer as large as the
/// largest flush for as long as the connection lives. So it gets no more than a record's worth at a time.
final class TLSRecords: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// The most plain text in a record (RFC 8446, section 5.1).
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

    /// A peer that doesn't speak TLS properly gets no answer in plain HTTP.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // A peer that went without a word of TLS: whether something is missing, HTTP and frames know by their lengths.
        if case NIOSSLError.uncleanShutdown = error { return }
        context.close(promise: nil)
    }
}

@available(*, unavailable)
extension TLSRecords: Sendable {}
