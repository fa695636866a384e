import NIOCore

/// A WebSocket connection as one channel handler on bytes: parses input, calls the session, and flushes once per read
/// burst.
final class WebSocketHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// Only what is needed of the configuration: it would take as much memory again in each idle connection.
    private let unsentBytes: Int
    private let limits: WebSocketConnection.Limits
    private let makeSession: WebSocketUpgradeBox.MakeSession
    private var connection: WebSocketConnection?
    private var reader: FragmentAssembler
    /// The beginning of a frame that isn't complete yet; while the connection pauses, all that has arrived.
    private var unread = ByteBuffer()

    init(configuration: WebSocketConfiguration, makeSession: @escaping WebSocketUpgradeBox.MakeSession) {
        unsentBytes = configuration.unsentBytes
        limits = .init(
            maxQueuedBytes: configuration.maxQueuedBytes,
            closeTimeout: configuration.closeTimeout,
            drainSpread: configuration.drainSpread
        )
        self.makeSession = makeSession
        self.reader = FragmentAssembler(maxMessageSize: configuration.maxMessageSize)
    }

    /// Opens the session. This isn't done in `handlerAdded`, because the HTTP handlers are then still between it and
    /// the socket.
    func open() {
        guard let connection, let channel = connection.context?.channel, channel.isActive else { return }
        // If the kernel doesn't know the option, its own limit applies.
        try? channel.syncOptions?.setOption(.unsentBytes, value: SocketOptionValue(unsentBytes))
        connection.open(makeSession(connection))
    }

    func handlerAdded(context: ChannelHandlerContext) {
        connection = WebSocketConnection(context: context, limits: limits)
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
            readUnread(and: &buffer, of: connection)
        } else {
            read(from: &buffer, of: connection)
            // Copied, so that a few bytes don't keep a whole receive buffer alive.
            if buffer.readableBytes > 0 { unread.writeBuffer(&buffer) }
        }
    }

    private func readUnread(and buffer: inout ByteBuffer, of connection: WebSocketConnection) {
        // `unread` is emptied while its bytes are read, so that they aren't shared and can move in place.
        var joined = ByteBuffer()
        swap(&joined, &unread)
        joined.writeBuffer(&buffer)
        read(from: &joined, of: connection)
        joined.discardReadBytes()
        unread = joined.readableBytes > 0 ? joined : ByteBuffer()
    }

    /// Says that a pause is over.
    struct ReadOn: Sendable {}

    /// Looks at what had arrived before a pause. Within a read there is nothing to do: it goes on by itself.
    private func readOn() {
        guard let connection, unread.readableBytes > 0 else { return }
        // The peer isn't silent: what it has said was left for now.
        connection.lastActivity = connection.eventLoop.now
        var nothing = ByteBuffer()
        readUnread(and: &nothing, of: connection)
        endBurst()
    }

    func channelReadComplete(context: ChannelHandlerContext) { endBurst() }

    /// All messages that were read so far belong to one burst.
    func endBurst() {
        reader.endBurst()
        connection?.endBurst()
        connection?.flush()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent {
            connection?.quiesce()
        } else if event is ReadOn {
            readOn()
        } else if let event = event as? ChannelEvent, event == .inputClosed {
            // With half-closure allowed, this is the only sign that the peer has disconnected.
            connection?.end()
        } else {
            context.fireUserInboundEventTriggered(event)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { connection?.end() }

    /// Delivers all complete messages in `buffer`. Afterwards it holds at most the beginning of a frame, unless the
    /// connection pauses: whoever goes beyond a limit has no further message looked at before it allows one.
    private func read(from buffer: inout ByteBuffer, of connection: WebSocketConnection) {
        do throws(WebSocketProtocolError) {
            while connection.handshake.readsFrames {
                guard !connection.isPaused, let event = try reader.next(from: &buffer) else { return }
                connection.deliver(event)
            }
        } catch {
            connection.fail(error)
        }
        buffer.clear()
    }
}

@available(*, unavailable)
extension WebSocketHandler: Sendable {}
