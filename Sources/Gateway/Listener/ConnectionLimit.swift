import NIOCore

/// Limits the connections of all listeners together. At the limit, no listener accepts until a connection has closed.
/// Confined to the accepting event loop.
final class ConnectionLimit {
    private let maxConnections: Int
    private var count = 0
    private var waiting: [ChannelHandlerContext] = []

    init(_ maxConnections: Int) { self.maxConnections = maxConnections }

    fileprivate var isReached: Bool { count >= maxConnections }
    fileprivate func opened() { count += 1 }
    fileprivate func wait(_ context: ChannelHandlerContext) { waiting.append(context) }

    fileprivate func closed() {
        count -= 1
        guard !isReached else { return }
        let contexts = waiting
        waiting = []
        for context in contexts { context.read() }
    }
}

/// Applies the shared limit to one listener.
final class ConnectionLimitHandler: ChannelDuplexHandler {
    typealias InboundIn = any Channel
    typealias InboundOut = any Channel
    typealias OutboundIn = Never
    typealias OutboundOut = Never

    private let limit: ConnectionLimit

    init(_ limit: ConnectionLimit) { self.limit = limit }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let limit = NIOLoopBound(limit, eventLoop: context.eventLoop)
        limit.value.opened()
        unwrapInboundIn(data).closeFuture.hop(to: context.eventLoop).whenComplete { _ in limit.value.closed() }
        context.fireChannelRead(data)
    }

    func read(context: ChannelHandlerContext) {
        if limit.isReached { limit.wait(context) } else { context.read() }
    }
}

@available(*, unavailable)
extension ConnectionLimit: Sendable {}

@available(*, unavailable)
extension ConnectionLimitHandler: Sendable {}
