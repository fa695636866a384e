import NIOCore

extension AppContext {
    /// Calls `didDepart` if the client closes its side of the connection, for as long as the result is held. A stream that
    /// waits for others learns so at once that nobody reads it; otherwise only its next write would fail.
    package func watchDeparture(_ didDepart: @escaping @Sendable () -> Void) -> DepartureWatch {
        DepartureWatch(channel, didDepart)
    }
}

/// Watches a connection until it is released.
package final class DepartureWatch: Sendable {
    private let channel: any Channel
    private let handler: DepartureHandler

    init(_ channel: any Channel, _ didDepart: @escaping @Sendable () -> Void) {
        self.channel = channel
        let handler = DepartureHandler(didDepart)
        self.handler = handler
        channel.pipeline.addHandler(handler, position: .first).whenComplete { result in
            // A connection that has ended takes no handlers.
            if case .failure = result { didDepart() }
        }
    }

    deinit { channel.pipeline.removeHandler(handler, promise: nil) }
}

private final class DepartureHandler: ChannelInboundHandler, RemovableChannelHandler, Sendable {
    typealias InboundIn = NIOAny

    private let didDepart: @Sendable () -> Void

    init(_ didDepart: @escaping @Sendable () -> Void) { self.didDepart = didDepart }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event as? ChannelEvent == .inputClosed { didDepart() }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        didDepart()
        context.fireChannelInactive()
    }
}
