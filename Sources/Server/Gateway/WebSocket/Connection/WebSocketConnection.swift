package import NIOCore

/// The handle through which a session sends and closes. Confined to the connection's event loop.
///
/// Sends have no effect once the connection began to close, so sessions needn't check.
package final class WebSocketConnection {
    package let eventLoop: any EventLoop
    package let remoteAddress: SocketAddress?
    /// When bytes of the peer last arrived, or were looked at after a pause, by the event loop's clock.
    package internal(set) var lastActivity: NIODeadline

    /// What a connection needs of the `WebSocketConfiguration`.
    struct Limits {
        let maxQueuedBytes: Int
        let closeTimeout: TimeAmount
        let drainSpread: TimeAmount
    }

    let closeTimeout: TimeAmount
    let drainSpread: TimeAmount
    /// `nil` once the channel is closed.
    var context: ChannelHandlerContext?
    var session: (any WebSocketSession)?
    /// Whether messages were delivered since the last `readBurstEnded`.
    var isInBurst = false
    var handshake = CloseHandshake()
    var closeTimer: Scheduled<Void>?
    /// Closes the connection while the server stops.
    var drainTimer: Scheduled<Void>?
    /// Ends the time in which nothing is read.
    var pause: Scheduled<Void>?
    /// The code of the peer's close frame.
    package internal(set) var peerCloseCode: WebSocketCloseCode?
    private var batch = OutgoingBatch()
    private var budget: SendBudget

    init(context: ChannelHandlerContext, limits: Limits) {
        self.eventLoop = context.eventLoop
        self.remoteAddress = context.remoteAddress
        self.lastActivity = context.eventLoop.now
        closeTimeout = limits.closeTimeout
        drainSpread = limits.drainSpread
        self.context = context
        self.budget = SendBudget(limit: limits.maxQueuedBytes)
    }

    /// Whether frames can still be sent.
    package var isOpen: Bool { handshake.isOpen }

    /// Whether the peer keeps up. `false` while the channel's queue is above its high-water mark.
    package var isWritable: Bool { isOpen && context?.channel.isWritable == true }

    /// Bytes that the kernel hasn't accepted yet.
    package var queuedBytes: Int {
        guard let context else { return 0 }
        let inChannel = try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)
        return batch.byteCount + (inChannel ?? 0)
    }

    /// Queues a complete frame from ``ServerFrame``, which many connections may share. It is sent with the next
    /// ``flush()``.
    ///
    /// If more bytes wait than the limit allows, the connection closes with ``WebSocketCloseCode/slow``.
    package func send(frame: ByteBuffer) {
        eventLoop.assertInEventLoop()
        guard isOpen else { return }
        guard admits(frame) else { return close(code: .slow, reason: "slow") }
        enqueue(frame)
    }

    /// At the limit, frames that only wait for the turn's flush are sent first: a large turn doesn't make a client
    /// slow.
    private func admits(_ frame: ByteBuffer) -> Bool {
        if budget.admit(frame.readableBytes, queued: { self.queuedBytes }) { return true }
        flush()
        return isOpen && budget.admit(frame.readableBytes, queued: { self.queuedBytes })
    }

    /// Like ``send(frame:)``, for ephemeral frames: skipped if a quarter of the limit is already waiting.
    package func send(ephemeral frame: ByteBuffer) {
        eventLoop.assertInEventLoop()
        guard isOpen, budget.admit(frame.readableBytes, isEphemeral: true, queued: { self.queuedBytes }) else { return }
        enqueue(frame)
    }

    /// Queues a text message for this connection alone. The caller guarantees that it is UTF-8.
    package func send(text: ByteBuffer) { send(frame: ServerFrame.text(text)) }

    package func send(text: String) { send(frame: ServerFrame.text(text)) }

    /// Sends the queued frames. Sessions needn't call it in `opened` or for replies within a read burst.
    package func flush() {
        eventLoop.assertInEventLoop()
        guard let bytes = takeQueued() else { return }
        context?.writeAndFlush(NIOAny(bytes), promise: nil)
    }

    /// Takes the frames that haven't been written yet.
    func takeQueued() -> ByteBuffer? { batch.take() }

    func enqueue(_ frame: ByteBuffer) {
        guard let earlier = batch.add(frame) else { return }
        context?.write(NIOAny(earlier), promise: nil)
    }
}

@available(*, unavailable)
extension WebSocketConnection: Sendable {}
