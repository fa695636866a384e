import NIOCore

/// Ends a connection that is still at a request some time after the server began to drain: a client that stalls within
/// its request mustn't keep the process.
final class DrainDeadline: ChannelInboundHandler {
    typealias InboundIn = NIOAny

    private let timeout: TimeAmount
    private var timer: Scheduled<Void>?

    init(timeout: TimeAmount) { self.timeout = timeout }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent, timer == nil {
            timer = context.eventLoop.assumeIsolated().scheduleTask(in: timeout) { context.close(promise: nil) }
        }
        context.fireUserInboundEventTriggered(event)
    }

    func handlerRemoved(context: ChannelHandlerContext) { timer?.cancel() }
}

@available(*, unavailable)
extension DrainDeadline: Sendable {}
