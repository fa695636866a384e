import NIOCore

/// Closes a connection whose request is still unfinished some time after the server began to drain. Otherwise a client
/// that stalls could keep the process alive.
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
