import NIOCore
import Synchronization

extension AppContext {
    /// Watches whether the client closes its side of the connection, for as long as the result is held. Who waits for
    /// others learns so at once that nobody waits for the answer; otherwise only a later write would fail.
    package func watchDeparture() -> DepartureWatch { DepartureWatch(channel) }
}

/// Watches a connection until it is released.
package final class DepartureWatch: Sendable {
    private let channel: any Channel
    private let handler = DepartureHandler()

    init(_ channel: any Channel) {
        self.channel = channel
        channel.pipeline.addHandler(handler, position: .first).whenFailure { [handler] _ in
            // A connection that has ended takes no handlers.
            handler.noteDeparture()
        }
    }

    /// Calls `action` once if the client goes away, at once if it has.
    package func onDeparture(_ action: @escaping @Sendable () -> Void) { handler.add(action) }

    deinit { channel.pipeline.removeHandler(handler, promise: nil) }
}

private final class DepartureHandler: ChannelInboundHandler, RemovableChannelHandler, Sendable {
    typealias InboundIn = NIOAny

    private let state = Mutex<(isGone: Bool, actions: [@Sendable () -> Void])>((false, []))

    func add(_ action: @escaping @Sendable () -> Void) {
        let isGone = state.withLock { state in
            if !state.isGone { state.actions.append(action) }
            return state.isGone
        }
        if isGone { action() }
    }

    func noteDeparture() {
        let actions = state.withLock { state in
            defer { state = (true, []) }
            return state.actions
        }
        for action in actions { action() }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event as? ChannelEvent == .inputClosed { noteDeparture() }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        noteDeparture()
        context.fireChannelInactive()
    }
}
