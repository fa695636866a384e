import NIOCore

/// A WebSocket connection as one channel handler, bytes in and bytes out: parses what comes, tells the session, and
/// flushes once per read burst.
final class WebSocketHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let configuration: WebSocketConfiguration
    private let makeSession: WebSocketUpgradeBox.MakeSession
    private var connection: WebSocketConnection?
    private var reader: FragmentAssembler
    /// The start of a frame whose rest hasn't come yet.
    private var unread = ByteBuffer()

    init(configuration: WebSocketConfiguration, makeSession: @escaping WebSocketUpgradeBox.MakeSession) {
        self.configuration = configuration
        self.makeSession = makeSession
        self.reader = FragmentAssembler(maxMessageSize: configuration.maxMessageSize)
    }

    /// Opens the session. Not done when the handler is added, since the HTTP handlers still stand between it and the
    /// socket then.
    func open() {
        guard let connection, let channel = connection.context?.channel, channel.isActive else { return }
        // Where the system doesn't know the option, its own limit holds.
        try? channel.syncOptions?.setOption(.unsentBytes, value: SocketOptionValue(configuration.unsentBytes))
        connection.open(makeSession(connection))
    }

    func handlerAdded(context: ChannelHandlerContext) {
        connection = WebSocketConnection(context: context, configuration: configuration)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        connection?.detach()
        connection?.finish()
        connection = nil
    }

    func channelInactive(context: ChannelHandlerContext) {
        connection?.detach()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard let connection else { return }
        connection.lastActivity = context.eventLoop.now
        var buffer = unwrapInboundIn(data)
        if unread.readableBytes > 0 {
            // `unread` is empty while it's being read from, so that its bytes aren't shared and can move in place.
            var joined = ByteBuffer()
            swap(&joined, &unread)
            joined.writeBuffer(&buffer)
            read(from: &joined, of: connection)
            joined.discardReadBytes()
            unread = joined.readableBytes > 0 ? joined : ByteBuffer()
        } else {
            read(from: &buffer, of: connection)
            // Copied, so that three bytes don't hold on to a whole receive buffer.
            if buffer.readableBytes > 0 { unread.writeBuffer(&buffer) }
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) { endBurst() }

    /// What was read up to here came together.
    func endBurst() {
        connection?.endBurst()
        connection?.flush()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent {
            connection?.quiesce()
        } else if let event = event as? ChannelEvent, event == .inputClosed {
            // With half-closure allowed, this is the only sign that the peer has gone.
            connection?.end()
        } else {
            context.fireUserInboundEventTriggered(event)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { connection?.end() }

    /// Delivers all whole messages in `buffer`; afterwards it holds only the start of a frame, or nothing.
    private func read(from buffer: inout ByteBuffer, of connection: WebSocketConnection) {
        do throws(WebSocketProtocolError) {
            while connection.handshake.readsFrames {
                guard let event = try reader.next(from: &buffer) else { return }
                connection.deliver(event)
            }
        } catch {
            connection.fail(error)
        }
        buffer.clear()
    }
}

extension ChannelOption where Self == ChannelOptions.Types.SocketOption {
    /// `TCP_NOTSENT_LOWAT`, as Linux numbers it.
    fileprivate static var unsentBytes: Self { .init(level: .tcp, name: .init(rawValue: 25)) }
}

@available(*, unavailable)
extension WebSocketHandler: Sendable {}
