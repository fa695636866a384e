import Domain
import NIOCore

/// First handler of a new connection: upgrades a plain WebSocket request immediately, and hands everything else to
/// HTTP, when it's its turn.
final class FastUpgradeHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// Adds the HTTP pipeline, which must receive the head of its first request by `deadline`.
    typealias InstallHTTP = (_ deadline: NIODeadline) throws -> Void

    private let configuration: WebSocketConfiguration
    private let direct: FastUpgrade
    private let installHTTP: InstallHTTP
    private var deadline = NIODeadline.distantFuture
    private var timeout: TimeoutQueue.Timeout?
    /// Received bytes, consumed once the connection's kind is known.
    private var received = ByteBuffer()
    private var isAsking = false
    /// Whether it waits to be set up as HTTP, and whether the client has ended its half meanwhile.
    private var (isWaiting, hasEnded) = (false, false)

    init(
        configuration: WebSocketConfiguration,
        direct: FastUpgrade,
        installHTTP: @escaping InstallHTTP
    ) {
        self.configuration = configuration
        self.direct = direct
        self.installHTTP = installHTTP
    }

    func handlerAdded(context: ChannelHandlerContext) {
        deadline = context.eventLoop.now + configuration.firstRequestTimeout
        timeout = TimeoutQueue.schedule(after: configuration.firstRequestTimeout, on: context.eventLoop) {
            context.close(promise: nil)
        }
    }

    func handlerRemoved(context: ChannelHandlerContext) { timeout?.cancel() }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        if received.readableBytes == 0 { received = bytes } else { received.writeBuffer(&bytes) }
        guard !isWaiting else { return }
        guard !isAsking else { return boundWaiting(context) }
        let request = received.withUnsafeReadableBytes { PlainUpgradeRequest($0, path: direct.path) }
        guard let request else { return passToHTTP(context) }
        switch direct.admit(context.remoteAddress, request.token, context.eventLoop) {
        case .accepted(let makeSession): accept(request, makeSession, context)
        case .ordinary: passToHTTP(context)
        case .pending(let verdict):
            isAsking = true
            // The server's processing time doesn't count against the client.
            timeout?.cancel()
            verdict.hop(to: context.eventLoop).assumeIsolated().whenComplete { result in
                // The client may have disconnected in the meantime.
                guard context.channel.isActive else { return }
                if case .success(let makeSession?) = result {
                    self.accept(request, makeSession, context)
                } else {
                    self.passToHTTP(context)
                }
            }
        }
    }

    /// A client may send its first frames before the answer. They are limited to one message's worth.
    private func boundWaiting(_ context: ChannelHandlerContext) {
        if received.readableBytes > configuration.maxMessageSize { context.close(promise: nil) }
    }

    /// An error above TCP, such as a failed TLS handshake; no answer is possible.
    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case is ChannelShouldQuiesceEvent: context.close(promise: nil)
        case let event as ChannelEvent where event == .inputClosed:
            // What asks over HTTP may end its half with the request.
            if isWaiting { hasEnded = true } else { context.close(promise: nil) }
        default: context.fireUserInboundEventTriggered(event)
        }
    }

    private func accept(
        _ request: PlainUpgradeRequest,
        _ makeSession: @escaping WebSocketUpgradeBox.MakeSession,
        _ context: ChannelHandlerContext
    ) {
        let answer = WebSocketUpgradeResponse.plain(for: request.key)
        context.writeAndFlush(wrapOutboundOut(context.channel.allocator.buffer(string: answer)), promise: nil)
        received.moveReaderIndex(forwardBy: min(request.length, received.readableBytes))
        let webSocket = WebSocketHandler(configuration: configuration, makeSession: makeSession)
        do {
            try context.pipeline.syncOperations.addHandler(webSocket, position: .after(self))
        } catch {
            return context.close(promise: nil)
        }
        webSocket.open()
        handOver(context)
    }

    private func passToHTTP(_ context: ChannelHandlerContext) {
        let queue = HTTPSetupQueue.of(context.eventLoop)
        guard !queue.mayBegin() else { return setUpHTTP(context) }
        isWaiting = true
        // The server's time doesn't count against the client, whose bytes wait in the system.
        timeout?.cancel()
        let left = deadline - context.eventLoop.now
        setReading(false, context)
        queue.wait(ClientAddress(peer: context.remoteAddress).network) {
            guard context.channel.isActive else { return false }
            self.deadline = context.eventLoop.now + left
            self.setUpHTTP(context)
            self.setReading(true, context)
            return true
        }
    }

    private func setReading(_ reads: Bool, _ context: ChannelHandlerContext) {
        try? context.channel.syncOptions?.setOption(.autoRead, value: reads)
    }

    private func setUpHTTP(_ context: ChannelHandlerContext) {
        do {
            try installHTTP(deadline)
            handOver(context)
        } catch {
            context.close(promise: nil)
        }
    }

    /// Passes the received bytes to the handlers behind and removes this handler.
    private func handOver(_ context: ChannelHandlerContext) {
        let bytes = received
        received = ByteBuffer()
        if bytes.readableBytes > 0 { context.fireChannelRead(wrapInboundOut(bytes)) }
        // After an asynchronous decision or a wait, no socket read is in progress that would fire `channelReadComplete`.
        if isAsking || isWaiting { context.fireChannelReadComplete() }
        if hasEnded { context.fireUserInboundEventTriggered(ChannelEvent.inputClosed) }
        context.pipeline.syncOperations.removeHandler(self, promise: nil)
    }
}

@available(*, unavailable)
extension FastUpgradeHandler: Sendable {}
