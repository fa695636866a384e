import NIOCore

/// Closes an HTTP connection whose client takes no byte of a response for a while. Otherwise the response would be held
/// in memory for as long as the client likes.
///
/// Placed next to the socket, so that it counts what TLS sends. A client that keeps up never needs a timer.
final class SlowReaderHandler: ChannelOutboundHandler, RemovableChannelHandler {
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let patience: TimeAmount
    /// The bytes that the socket hasn't accepted yet.
    private let waiting: (any Channel) -> Int
    private var timer: Scheduled<Void>?
    private var written: Int64 = 0
    /// The bytes that the socket had accepted, and when it last accepted any.
    private var accepted: Int64 = 0
    private var acceptedAt = NIODeadline.uptimeNanoseconds(0)

    init(patience: TimeAmount, waiting: @escaping (any Channel) -> Int = SlowReaderHandler.bufferedBytes) {
        self.patience = patience
        self.waiting = waiting
    }

    static func bufferedBytes(of channel: any Channel) -> Int {
        (try? channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
    }

    func handlerRemoved(context: ChannelHandlerContext) { stop() }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        written += Int64(unwrapOutboundIn(data).readableBytes)
        context.write(data, promise: promise)
    }

    func flush(context: ChannelHandlerContext) {
        context.flush()
        guard timer == nil else { return }
        let bytes = waiting(context.channel)
        guard bytes > 0 else { return }
        accepted = written - Int64(bytes)
        acceptedAt = context.eventLoop.now
        watch(context)
    }

    private func stop() {
        timer?.cancel()
        timer = nil
    }

    /// Looks often enough that a stalled client is closed after at most a fifth more than its time.
    private func watch(_ context: ChannelHandlerContext) {
        let pause = TimeAmount.nanoseconds(patience.nanoseconds / 5)
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: pause) {
            self.timer = nil
            let bytes = self.waiting(context.channel)
            guard bytes > 0 else { return }
            let (accepted, now) = (self.written - Int64(bytes), context.eventLoop.now)
            if accepted > self.accepted {
                self.accepted = accepted
                self.acceptedAt = now
            } else if now - self.acceptedAt >= self.patience {
                return context.close(promise: nil)
            }
            self.watch(context)
        }
    }
}

@available(*, unavailable)
extension SlowReaderHandler: Sendable {}
